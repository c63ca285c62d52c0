import { resolve } from 'node:path'
import type { Environment } from '../kernel/environment.ts'
import { type DataKey, type KeyRing, openToOthers, readKeyRing } from '../store/encryption/key-ring.ts'
import { isOpenToOthers } from '../store/private-files.ts'

/** Where everything is saved, and the keys that it is encrypted with. */
export interface DataSettings {
  /** Undefined: SQLite in the folder. */
  readonly databaseUrl: string | undefined
  /** The same database as the user that owns the tables, for `npm run migrate` and `npm run restore`; nothing else looks at it. */
  readonly databaseAdminUrl: string | undefined
  readonly dataDirectory: string
  /** Undefined: the embedded database has a key of its own, in the folder. */
  readonly keyRing: KeyRing | undefined
  /** The file that the keys were read from, if any. */
  readonly keyFile: string | undefined
  /** DATA_KEY_NEW (or DATA_KEY_NEW_FILE): what `npm run rotate-key` encrypts everything again with; nothing else looks at it. */
  readonly newKey: DataKey | undefined
}

/** Reads the settings of the store, with all that is wrong with them. `given` holds no blanks. */
export function readDataSettings(
  given: Environment,
  readFile: (path: string) => string,
): { readonly settings: DataSettings; readonly errors: readonly string[] } {
  const { DATA_DIR: directory = '', DATA_KEY_FILE: keyFile } = given
  const { address: databaseUrl, errors: passwordErrors } = withPassword(
    'DATABASE_URL',
    'DATABASE_PASSWORD_FILE',
    given,
    readFile,
  )
  const { address: databaseAdminUrl, errors: adminPasswordErrors } = withPassword(
    'DATABASE_ADMIN_URL',
    'DATABASE_ADMIN_PASSWORD_FILE',
    given,
    readFile,
  )
  const { keyRing, errors } = readKeys('DATA_KEY', given, readFile)
  const next = readKeys('DATA_KEY_NEW', given, readFile)
  const isShared = databaseUrl !== undefined
  return {
    settings: {
      databaseUrl,
      databaseAdminUrl,
      dataDirectory: resolve(directory),
      keyRing,
      keyFile: keyFile === undefined ? undefined : resolve(keyFile),
      newKey: next.keyRing?.current,
    },
    errors: [
      ...(isShared && !isPostgres(databaseUrl) ? ['DATABASE_URL must begin with postgres:// or postgresql://'] : []),
      ...adminErrors(databaseUrl, databaseAdminUrl),
      ...passwordErrors,
      ...adminPasswordErrors,
      ...errors,
      ...next.errors,
      ...(isShared && keyRing === undefined && errors.length === 0
        ? [
            'DATA_KEY (or DATA_KEY_FILE) is missing: several processes can share a PostgreSQL, and all need the same key',
          ]
        : []),
    ],
  }
}

function readKeys(
  setting: 'DATA_KEY' | 'DATA_KEY_NEW',
  given: Environment,
  readFile: (path: string) => string,
): { readonly keyRing: KeyRing | undefined; readonly errors: readonly string[] } {
  const { [setting]: text, [`${setting}_FILE`]: file } = given
  if (text !== undefined && file !== undefined) {
    return { keyRing: undefined, errors: [`${setting} and ${setting}_FILE are both set: keep one`] }
  }
  const name = text === undefined ? `${setting}_FILE` : setting
  const content = text ?? (file === undefined ? undefined : textOf(file, readFile))
  if (content === undefined) {
    return { keyRing: undefined, errors: file === undefined ? [] : [`${name} cannot be read`] }
  }
  if (text === undefined && file !== undefined && isOpenToOthers(file)) {
    return { keyRing: undefined, errors: [`${name} ${openToOthers(file)}`] }
  }
  try {
    return { keyRing: readKeyRing(content), errors: [] }
  } catch (error) {
    return { keyRing: undefined, errors: [`${name} ${error instanceof Error ? error.message : 'is wrong'}`] }
  }
}

/** The address of a database, with the password of its user from a file of its own. */
function withPassword(
  urlSetting: string,
  fileSetting: string,
  given: Environment,
  readFile: (path: string) => string,
): { readonly address: string | undefined; readonly errors: readonly string[] } {
  const { [urlSetting]: address, [fileSetting]: file } = given
  if (file === undefined) return { address, errors: [] }
  const wrong = (what: string) => ({ address, errors: [`${fileSetting} ${what}`] })
  if (address === undefined) return wrong(`has no effect without ${urlSetting}`)
  const url = isPostgres(address) ? new URL(address) : undefined
  if (!url?.username || url.password !== '')
    return wrong(
      `needs a ${urlSetting} such as postgres://user@database/payout_desk, with a user and without a password`,
    )
  const password = textOf(file, readFile)?.trim()
  if (password === undefined) return wrong('cannot be read: check the path and its permissions')
  if (password === '') return wrong('is an empty file')
  url.password = encodeURIComponent(password)
  return { address: url.href, errors: [] }
}

function textOf(file: string, readFile: (path: string) => string): string | undefined {
  try {
    return readFile(file)
  } catch {
    return undefined
  }
}

function adminErrors(databaseUrl: string | undefined, databaseAdminUrl: string | undefined): readonly string[] {
  if (databaseAdminUrl === undefined) return []
  if (databaseUrl === undefined) return ['DATABASE_ADMIN_URL is set without DATABASE_URL']
  return isPostgres(databaseAdminUrl) ? [] : ['DATABASE_ADMIN_URL must begin with postgres:// or postgresql://']
}

function isPostgres(address: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(address) && URL.canParse(address)
}
