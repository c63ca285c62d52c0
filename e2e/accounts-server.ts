/** The second server of the browser tests: it keeps passkeys and passwords itself. A passkey belongs to a name, hence localhost. */
const port = process.env.PAYOUT_DESK_TEST_ACCOUNTS_PORT ?? '4311'

const detailsPort = process.env.PAYOUT_DESK_TEST_DETAILS_PORT ?? '4313'

export const accountsUrl = `http://localhost:${port}`

/** Where beneficiaries give it their own details. */
const detailsUrl = `http://localhost:${detailsPort}`

/** The origin of a page that may hold theirs in a frame. */
export const embedder = 'http://localhost:4399'

const dataFolder = `${process.env.PAYOUT_DESK_TEST_DATA ?? 'test-results/data'}/accounts`

/** Where it hands mails over: there is a mail server while a test is about mails. */
export const mailPort = process.env.PAYOUT_DESK_TEST_MAIL_PORT ?? '4314'

/** The certificate of the system that it calls, with its key: made before it starts. */
export const receiverFolder = `${dataFolder}-receiver`

/** What it is started with, and the programs beside it. */
export const accountsEnvironment = {
  SIGN_IN: 'accounts',
  PORT: port,
  PUBLIC_URL: '',
  DETAILS_URL: detailsUrl,
  DETAILS_PORT: detailsPort,
  DETAILS_NAME: 'Frete Sul',
  DETAILS_PRIVACY_ES: 'Guardamos sus <b>datos</b> diez años. Lea https://shop.example/privacidad.',
  DETAILS_EMBED_ORIGINS: embedder,
  DATABASE_URL: '',
  DATA_KEY: '',
  DATA_KEY_FILE: '',
  DATA_DIR: dataFolder,
  WEBHOOKS: 'on',
  WEBHOOK_PRIVATE_HOSTS: 'localhost',
  NODE_EXTRA_CA_CERTS: `${receiverFolder}/fullchain.pem`,
  SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
  MAIL_FROM: 'payouts@shop.example',
} as const
