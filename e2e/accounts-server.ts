/** The second server of the browser tests: it keeps passkeys and passwords itself. A passkey belongs to a name, hence localhost. */
const port = process.env.PAYOUT_DESK_TEST_ACCOUNTS_PORT ?? '4311'

export const accountsUrl = `http://localhost:${port}`

/** What it is started with, and the programs beside it. */
export const accountsEnvironment = {
  SIGN_IN: 'accounts',
  PORT: port,
  PUBLIC_URL: '',
  DATABASE_URL: '',
  DATA_KEY: '',
  DATA_KEY_FILE: '',
  DATA_DIR: `${process.env.PAYOUT_DESK_TEST_DATA ?? 'test-results/data'}/accounts`,
} as const
