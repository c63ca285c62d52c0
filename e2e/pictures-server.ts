/** The third server of the browser tests: it has the sample data alone, so that the pictures of the README show the same each time. */
const port = process.env.PAYOUT_DESK_TEST_PICTURES_PORT ?? '4312'

export const picturesUrl = `http://127.0.0.1:${port}`

export const picturesEnvironment = {
  PORT: port,
  DATABASE_URL: '',
  DATA_KEY: '',
  DATA_KEY_FILE: '',
  DATA_DIR: `${process.env.PAYOUT_DESK_TEST_DATA ?? 'test-results/data'}/pictures`,
} as const
