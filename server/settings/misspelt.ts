import leven from 'leven'
import type { Environment } from '../kernel/environment.ts'

/** Every setting; a test compares them with docs/configuration.md and with what is read. */
const settingNames = [
  'AUDIT_WITNESS',
  'BACKUP_DIR',
  'BACKUP_EVERY',
  'BACKUP_KEEP',
  'DATABASE_ADMIN_PASSWORD_FILE',
  'DATABASE_ADMIN_URL',
  'DATABASE_PASSWORD_FILE',
  'DATABASE_URL',
  'DATA_DIR',
  'DATA_KEY',
  'DATA_KEY_FILE',
  'DATA_KEY_NEW',
  'DATA_KEY_NEW_FILE',
  'DETAILS_EMBED_ORIGINS',
  'DETAILS_KEEP_DAYS',
  'DETAILS_NAME',
  'DETAILS_PORT',
  'DETAILS_PRIVACY_EN',
  'DETAILS_PRIVACY_ES',
  'DETAILS_PRIVACY_FR',
  'DETAILS_PRIVACY_PT_BR',
  'DETAILS_RECEIVED_DAYS',
  'DETAILS_URL',
  'HOST',
  'LOG_LEVEL',
  'MAIL_FROM',
  'METRICS_HOST',
  'METRICS_PORT',
  'NOTIFICATION_HOSTS',
  'NUMBER_SEARCHES_PER_MINUTE',
  'OIDC_ACR',
  'OIDC_AMR',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_CLIENT_SECRET_FILE',
  'OIDC_ISSUER',
  'OIDC_ROLES',
  'OIDC_ROLES_CLAIM',
  'PAYOUT_DESK_POSTGRES_BIN',
  'PORT',
  'PROVIDER_API_TOKEN',
  'PROVIDER_API_TOKEN_FILE',
  'PROVIDER_BACKOFF_BASE_MS',
  'PROVIDER_BASE_URL',
  'PROVIDER_MAX_ATTEMPTS',
  'PROVIDER_NAMES',
  'PROVIDER_SHOP_ID',
  'PROVIDER_TIMEOUT_MS',
  'PUBLIC_URL',
  'REVEALS_PER_DAY',
  'SANDBOX_PLAN',
  'SANDBOX_REQUESTS_PER_SECOND',
  'SESSION_HOURS',
  'SESSION_IDLE_MINUTES',
  'SIGN_IN',
  'SIGN_INS_PER_MINUTE',
  'SMTP_PASSWORD',
  'SMTP_PASSWORD_FILE',
  'SMTP_URL',
  'TRUSTED_PROXIES',
  'UNSENT_PAYOUTS',
  'VALIDATIONS_PER_MINUTE',
  'WEBHOOKS',
  'WEBHOOK_PRIVATE_HOSTS',
  'WRITES_PER_MINUTE',
] as const

/** Shorter names are too near to those of other programs. */
const [shortest, long] = [7, 8]

/**
 * The names in the environment that are probably meant as a setting: one that is not read leaves the setting at its default without a word, such
 * as a database that is empty, or a server where people sign in by a name.
 */
export function misspeltNames(environment: Environment): readonly string[] {
  const known: ReadonlySet<string> = new Set(settingNames)
  const unknown = Object.keys(environment).filter((name) => !known.has(name))
  return unknown.flatMap((name) => {
    const meant = settingNames.find((setting) => isNear(name, setting))
    return meant === undefined ? [] : [`${name} is not a setting. Did you mean ${meant}? Rename it or remove it`]
  })
}

/** Two letters more, fewer or other, or one of a short name. */
function isNear(name: string, setting: string): boolean {
  const mostLetters = Math.min(name.length, setting.length) < long ? 1 : 2
  return setting.length >= shortest && leven(name, setting) <= mostLetters
}
