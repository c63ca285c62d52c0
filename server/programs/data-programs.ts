import { resolve } from 'node:path'
import { systemClock } from '../kernel/clock.ts'
import { programVersion } from '../kernel/version.ts'
import { readConfig } from '../settings/config.ts'
import { refuseLoss } from '../store/audit/lost-entries.ts'
import { backUp, type Tools } from '../store/backup/backup.ts'
import { type Manifest, readBackup, refuseOtherVersion } from '../store/backup/manifest.ts'
import { restore } from '../store/backup/restore.ts'
import { amountOf } from '../store/backup/soundness.ts'
import { makeDataDirectory, openDatabase } from '../store/database.ts'
import { StoreError } from '../store/database-kind.ts'
import { grantRights } from '../store/postgres-rights.ts'
import { rotateStore } from '../store/rotate-store.ts'
import { people, peopleCommands } from './people-program.ts'
import { type ProgramAnswer, programAnswer } from './program-answer.ts'
import { verifyAudit } from './verify-audit.ts'

/** The programs other than the server, by the name that `npm run` has for it. */
export const programs = {
  backup,
  restore: runRestore,
  migrate: runMigrate,
  'rotate-key': rotateKey,
  'verify-audit': verifyAudit,
  people,
  version: async () => ({ isDone: true, text: `Payout Desk ${programVersion}` }),
}

/** What `--help` says of each. */
export const usages: Readonly<Record<keyof typeof programs, string>> = {
  backup: 'backup FILE: all that is saved, in one file that is read to its end. backup --verify FILE: reads one.',
  restore: 'restore FILE: puts a backup in the place of what is saved, which is kept aside. No server may run.',
  migrate: 'migrate: makes the tables or brings them up to date, as the user of DATABASE_ADMIN_URL where that is set.',
  'rotate-key': 'rotate-key: encrypts all again with DATA_KEY_NEW or DATA_KEY_NEW_FILE. No server may run.',
  'verify-audit':
    'verify-audit: whether the audit log holds. --witness FILE: also against what a witness has. --accept NAME: says who has looked.',
  people: `people COMMAND: ${peopleCommands}.`,
  version: 'version: version, commit and day.',
}

/** The program behind `npm run backup -- <file>`, and `npm run backup -- --verify <file>`, which only reads. */
export async function backup([file, ...rest]: readonly string[], tools: Tools): Promise<ProgramAnswer> {
  if (file === '--verify') return verifyBackup(rest)
  return programAnswer(async () => {
    if (file === undefined || rest.length > 0) throw new StoreError('say where to: npm run backup -- <file>')
    const { data } = readConfig()
    const target = resolve(file)
    const manifest = await backUp(data, target, tools, systemClock.date())
    const key = data.keyRing === undefined ? `${data.dataDirectory}/data-key` : 'your data key'
    return [
      `Backed up to ${target}: ${amountOf(manifest)}. The copy was read to its end, and its audit log holds.`,
      `It can be restored only with ${key}, which is not in it: keep that too, at another place.`,
    ].join('\n')
  })
}

async function verifyBackup([file, ...rest]: readonly string[]): Promise<ProgramAnswer> {
  const wanted = 'say which: npm run backup -- --verify <file>'
  try {
    if (file === undefined || rest.length > 0) throw new StoreError(wanted)
    const manifest = await readBackup(resolve(file))
    const { kind, madeAt, program, dataKey } = manifest
    const source = kind === 'sqlite' ? 'the embedded database' : 'a PostgreSQL'
    const what = `${amountOf(manifest)}, of ${source}, made ${madeAt} by version ${program}`
    const text = `${file} is a whole backup: ${what}. It opens only with data key ${dataKey}.`
    return { isDone: true, text: `${text} ${canRestore(manifest)}` }
  } catch (error) {
    if (error instanceof StoreError) return { isDone: false, text: `No good backup: ${error.message}.` }
    throw error
  }
}

function canRestore(manifest: Manifest): string {
  try {
    refuseOtherVersion('It', manifest)
    return 'This version can restore it.'
  } catch (error) {
    if (error instanceof StoreError) return `This version cannot restore it: ${error.message}.`
    throw error
  }
}

/** The program behind `npm run restore -- <file>`. */
export function runRestore([file, ...rest]: readonly string[], tools: Tools): Promise<ProgramAnswer> {
  return programAnswer(async () => {
    if (file === undefined || rest.length > 0) throw new StoreError('say what from: npm run restore -- <file>')
    const restored = await restore(readConfig().data, resolve(file), tools, systemClock.date())
    const former =
      restored.aside === undefined ? 'There was nothing before.' : `What was there is kept in ${restored.aside}.`
    return [
      `Restored: ${amountOf(restored)}. The audit log holds, and tells of this restore. ${former}`,
      ...paidAlready(restored),
    ].join('\n')
  })
}

/** What a person must know before the next export: the provider may have these already. */
function paidAlready({ exportedSince: references, list }: Awaited<ReturnType<typeof restore>>): readonly string[] {
  if (references === undefined) {
    return [
      'The former database could not be read, so it is not known which payouts were exported since this backup was made: before you export, compare with what was sent, or they are paid twice.',
    ]
  }
  if (references.length === 0) return []
  const what = references.length === 1 ? '1 payout was' : `${references.length} payouts were`
  return [
    `${what} exported since this backup was made, which this database does not know. If it exports them again, or they are entered again, they can be paid twice. ${list} has them, too:`,
    ...references,
  ]
}

/** The program behind `npm run migrate`: what a server cannot do whose user owns no tables. */
export function runMigrate(): Promise<ProgramAnswer> {
  return programAnswer(async () => {
    const { data } = readConfig()
    const place = { ...data, databaseUrl: data.databaseAdminUrl ?? data.databaseUrl }
    makeDataDirectory(data.dataDirectory)
    await refuseLoss(place)
    await (await openDatabase(place, systemClock.date)).close()
    const role = await grantRights(data)
    return role === undefined
      ? 'The tables are up to date.'
      : `The tables are up to date. ${role} reads and writes their rows; to the audit log it adds alone.`
  })
}

/** The program behind `npm run rotate-key`. */
export function rotateKey(): Promise<ProgramAnswer> {
  return programAnswer(async () => {
    const { data } = readConfig()
    const { key, values, isReencrypted } = await rotateStore(data, systemClock.date)
    const done = isReencrypted ? 'Everything is encrypted again' : 'Everything was encrypted again already'
    return [
      `${done} with data key ${key.id}: ${values} values were opened with it alone.`,
      data.keyRing === undefined
        ? 'The file data-key holds it, and no longer the former one. Keep a copy of it at another place.'
        : 'From now on start with this key as DATA_KEY (or DATA_KEY_FILE), without the former one.',
      'Backups made until now open only with the former key: make a new one.',
    ].join('\n')
  })
}
