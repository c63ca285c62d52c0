/** The second server of the browser tests: it keeps passkeys and passwords itself. A passkey belongs to a name, hence localhost. */
const port = process.env.PAYOUT_DESK_TEST_ACCOUNTS_PORT ?? '4311'

const detailsPort = process.env.PAYOUT_DESK_TEST_DETAILS_PORT ?? '4313'

export const accountsUrl = `http://localhost:${port}`

/** Where beneficiaries give it their own details. */
const detailsUrl = `http://localhost:${detailsPort}`

/** The origin of a page that may hold theirs in a frame. */
export const embedder = 'http://localhost:4399'

/** What it is started with, and the programs beside it. */
export const accountsEnvironment = {
  SIGN_IN: 'accounts',
  PORT: port,
  PUBLIC_URL: '',
  DETAILS_URL: detailsUrl,
  DETAILS_PORT: detailsPort,
  DETAILS_NAME: 'Frete Sul',
  DETAILS_EMBED_ORIGINS: embedder,
  DATABASE_URL: '',
  DATA_KEY: '',
  DATA_KEY_FILE: '',
  DATA_DIR: `${process.env.PAYOUT_DESK_TEST_DATA ?? 'test-results/data'}/accounts`,
} as const
