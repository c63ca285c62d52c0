import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import type { PasswordCost } from '../accounts/password-hash.ts'
import type { BackupSettings } from '../backups/scheduled-backups.ts'
import type { Environment } from '../kernel/environment.ts'
import { programVersion } from '../kernel/version.ts'
import type { SessionLife } from '../people/sessions.ts'
import { type ProviderAccount, readProviderAccount } from '../provider/provider-account.ts'
import { readWireNames, type WireNames } from '../provider/wire-names.ts'
import { readWitnessSettings, type WitnessSettings } from '../witness/witness-settings.ts'
import { type DataSettings, readDataSettings } from './data-settings.ts'
import { type DetailsSettings, readDetailsSettings } from './details-settings.ts'
import { type MailSettings, readMailSettings } from './mail-settings.ts'
import { misspeltNames } from './misspelt.ts'
import { type NetworkSettings, readNetworkSettings } from './network-settings.ts'
import { type OidcSettings, readOidcSettings } from './oidc-settings.ts'
import { duration, hosts, whole } from './setting-texts.ts'
import { readWebhookSettings, type WebhookSettings } from './webhook-settings.ts'

/** Everything that the environment decides, checked. This file alone reads the environment. */
export interface Config extends NetworkSettings {
  /** 0 takes any free port. */
  readonly port: number
  readonly logLevel: string
  /** The built pages, and that of payees. */
  readonly webDirectory: string
  readonly detailsDirectory: string
  /** No setting: tests alone take less than what is recommended today. */
  readonly passwordCost?: PasswordCost
  readonly data: DataSettings
  /** Undefined: backups are made by hand alone. */
  readonly backups: BackupSettings | undefined
  /** Where the newest line of audit-head is sent; undefined: nowhere. */
  readonly witness: WitnessSettings | undefined
  /** The folder of pg_dump and the like, which backups of a PostgreSQL are made with. */
  readonly postgresPrograms: string | undefined
  /** Undefined: the sandbox provider runs inside. */
  readonly providerAccount: ProviderAccount | undefined
  readonly providerCalls: ProviderCalls
  /** Undefined unless SIGN_IN is oidc. */
  readonly oidc: OidcSettings | undefined
  readonly sessionLife: SessionLife
  /** Undefined: no other system is called when something happens. */
  readonly webhooks: WebhookSettings | undefined
  readonly mail: MailSettings | undefined
  /** Undefined: beneficiaries give no details themselves. */
  readonly details: DetailsSettings | undefined
  /** How many validations one person, or one address with all its people, may begin in a minute. */
  readonly validationsPerMinute: number
  /** How many requests that write one person, or one address with all its people, may send in a minute. */
  readonly writesPerMinute: number
  /** How many people one address may sign in within a minute; ten times as many in a day. */
  readonly signInsPerMinute: number
  /** How many searches by number a person, or an address, may make in a minute; ten times as many in a day. */
  readonly numberSearchesPerMinute: number
  readonly unsentPayouts: number
  /** How often a person who does not review may see in full what they typed, in 24 hours. */
  readonly revealsPerDay: number
  /** The hosts to which the provider may report payouts without a warning, in ASCII. */
  readonly notificationHosts: ReadonlySet<string>
  /** What the sandbox provider plays. */
  readonly sandbox: {
    readonly plan: 'basic' | 'premium'
    /** Beyond this many in a second an endpoint answers 429. */
    readonly requestsPerSecond: number
  }
}

interface ProviderCalls {
  /** The limit of one attempt, from the first byte sent to the last received. */
  readonly timeoutMs: number
  readonly maxAttempts: number
  readonly backoffBaseMs: number
  readonly names: WireNames
}

/** All that is wrong with the environment, as one line that says what to do. */
export class ConfigError extends Error {
  constructor(errors: readonly string[]) {
    super(`Payout Desk ${programVersion} cannot start: ${errors.join('; ')}.`)
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const settingsSchema = z.object({
  PORT: whole(0, 65_535),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`),
  PROVIDER_TIMEOUT_MS: whole(1, 600_000),
  PROVIDER_MAX_ATTEMPTS: whole(1, 10),
  PROVIDER_BACKOFF_BASE_MS: whole(0, 5_000),
  VALIDATIONS_PER_MINUTE: whole(1, 100_000),
  WRITES_PER_MINUTE: whole(1, 100_000),
  SIGN_INS_PER_MINUTE: whole(1, 100_000),
  NUMBER_SEARCHES_PER_MINUTE: whole(1, 100_000),
  UNSENT_PAYOUTS: whole(1, 10_000_000),
  REVEALS_PER_DAY: whole(1, 100_000),
  NOTIFICATION_HOSTS: z.optional(hosts()),
  BACKUP_DIR: z.optional(z.string()),
  BACKUP_EVERY: duration(),
  BACKUP_KEEP: whole(1, 10_000),
  PAYOUT_DESK_POSTGRES_BIN: z.optional(z.string()),
  SESSION_IDLE_MINUTES: whole(5, 60),
  SESSION_HOURS: whole(1, 24),
  SANDBOX_PLAN: z.enum(['basic', 'premium'], 'must be basic or premium'),
  SANDBOX_REQUESTS_PER_SECOND: whole(1, 100_000),
})

const defaults = {
  HOST: '127.0.0.1',
  PORT: '3000',
  LOG_LEVEL: 'info',
  DATA_DIR: './data',
  PROVIDER_TIMEOUT_MS: '10000',
  PROVIDER_MAX_ATTEMPTS: '3',
  PROVIDER_BACKOFF_BASE_MS: '500',
  VALIDATIONS_PER_MINUTE: '120',
  WRITES_PER_MINUTE: '1200',
  SIGN_INS_PER_MINUTE: '30',
  NUMBER_SEARCHES_PER_MINUTE: '30',
  UNSENT_PAYOUTS: '20000',
  REVEALS_PER_DAY: '30',
  BACKUP_EVERY: '24h',
  BACKUP_KEEP: '14',
  SIGN_IN: 'local',
  SESSION_IDLE_MINUTES: '30',
  SESSION_HOURS: '12',
  SANDBOX_PLAN: 'premium',
  SANDBOX_REQUESTS_PER_SECOND: '1000',
} as const

/**
 * Reads the whole configuration; a variable that is set but blank counts as unset.
 * @throws ConfigError naming every faulty variable at once; it never quotes a secret.
 */
export function readConfig(
  environment: Environment = process.env,
  readFile: (path: string) => string = readText,
): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const settings = settingsSchema.safeParse({ ...defaults, ...given })
  const names = readNames(given.PROVIDER_NAMES)
  const account = readProviderAccount(given, readFile)
  const data = readDataSettings({ ...defaults, ...given }, readFile)
  const { witness, errors: witnessErrors } = readWitnessSettings(given, data.settings.dataDirectory)
  const network = readNetworkSettings({ ...defaults, ...given })
  const { signIn } = network.settings
  const oidc = signIn === 'oidc' ? readOidcSettings(given, readFile) : { settings: undefined, errors: [] }
  const { webhooks, errors: webhookErrors } = readWebhookSettings(given, signIn)
  const mail = readMailSettings(given, signIn, readFile)
  const details = readDetailsSettings({ PORT: defaults.PORT, ...given }, network.settings.publicUrl)
  const errors = [
    ...misspeltNames(given),
    ...(settings.success ? [] : settings.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)),
    ...[network, oidc, data, mail, details, account].flatMap((read) => read.errors),
    ...witnessErrors,
    ...webhookErrors,
    ...(names.ok ? [] : [`PROVIDER_NAMES is wrong: ${names.error}`]),
  ]
  if (errors.length > 0 || !settings.success || !names.ok) throw new ConfigError(errors)
  const rest = {
    oidc: oidc.settings,
    data: data.settings,
    witness,
    webhooks,
    mail: mail.mail,
    details: details.details,
  }
  return { ...configOf(settings.data, names.names, account.account), ...network.settings, ...rest }
}

/** Beside the built server, wherever that is run from. */
function builtPages(name: string): string {
  const beside = fileURLToPath(new URL(`../${name}`, import.meta.url))
  return existsSync(join(beside, 'index.html')) ? beside : resolve('dist', name)
}

function configOf(
  settings: z.infer<typeof settingsSchema>,
  names: WireNames,
  providerAccount: ProviderAccount | undefined,
) {
  return {
    port: settings.PORT,
    logLevel: settings.LOG_LEVEL,
    webDirectory: builtPages('web'),
    detailsDirectory: builtPages('details'),
    backups:
      settings.BACKUP_DIR === undefined
        ? undefined
        : { directory: resolve(settings.BACKUP_DIR), everyMs: settings.BACKUP_EVERY, keep: settings.BACKUP_KEEP },
    postgresPrograms: settings.PAYOUT_DESK_POSTGRES_BIN,
    providerAccount,
    providerCalls: {
      timeoutMs: settings.PROVIDER_TIMEOUT_MS,
      maxAttempts: settings.PROVIDER_MAX_ATTEMPTS,
      backoffBaseMs: settings.PROVIDER_BACKOFF_BASE_MS,
      names,
    },
    sessionLife: {
      idleMs: settings.SESSION_IDLE_MINUTES * minuteMs,
      longestMs: settings.SESSION_HOURS * 60 * minuteMs,
    },
    validationsPerMinute: settings.VALIDATIONS_PER_MINUTE,
    writesPerMinute: settings.WRITES_PER_MINUTE,
    signInsPerMinute: settings.SIGN_INS_PER_MINUTE,
    numberSearchesPerMinute: settings.NUMBER_SEARCHES_PER_MINUTE,
    unsentPayouts: settings.UNSENT_PAYOUTS,
    revealsPerDay: settings.REVEALS_PER_DAY,
    notificationHosts: settings.NOTIFICATION_HOSTS ?? new Set(),
    sandbox: { plan: settings.SANDBOX_PLAN, requestsPerSecond: settings.SANDBOX_REQUESTS_PER_SECOND },
  }
}

const minuteMs = 60_000

function readNames(text: string | undefined): ReturnType<typeof readWireNames> {
  if (text === undefined) return readWireNames({})
  try {
    return readWireNames(JSON.parse(text))
  } catch {
    return { ok: false, error: 'it is not JSON' }
  }
}

function readText(path: string): string {
  return readFileSync(path, 'utf8')
}
