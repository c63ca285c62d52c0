import { existsSync } from 'node:fs'
import { systemClock } from './clock.ts'
import { readConfig } from './config.ts'
import type { DataSettings } from './data-settings.ts'
import { type ProgramAnswer, programAnswer } from './program-answer.ts'
import type { Head } from './store/audit/entry.ts'
import { openHeadFile, readHeadFile } from './store/audit/head-file.ts'
import { type Verdict, verifyRecord } from './store/audit/verify-record.ts'
import { openDatabase } from './store/open-database.ts'
import { sqliteFileIn } from './store/open-sqlite.ts'
import { StoreFault } from './store/store-fault.ts'

/** The program behind `npm run verify-audit`. */
export async function verifyAudit(): Promise<ProgramAnswer> {
  let holds = true
  const { isDone, text } = await programAnswer(async () => {
    const { data } = readConfig()
    const noted = readHeadFile(data.dataDirectory) ?? { heads: [], unreadable: 0 }
    const verdict = await verify(data, noted.heads)
    holds = verdict.holds
    if (!verdict.holds) return `The record does not hold: entry ${verdict.seq} ${verdict.fault}.`
    return [...amount(verdict.head), ...vouched(data, verdict.head, noted)].join('\n')
  })
  return { isDone: isDone && holds, text }
}

async function verify(data: DataSettings, noted: readonly Head[]): Promise<Verdict> {
  if (data.databaseUrl === undefined && !existsSync(sqliteFileIn(data.dataDirectory))) {
    throw new StoreFault(`there is no database in ${data.dataDirectory}`)
  }
  const database = await openDatabase(data, systemClock.date)
  try {
    return await verifyRecord(database.db, noted)
  } finally {
    await database.close()
  }
}

function amount({ seq, at }: Head): readonly string[] {
  if (seq === 0) return ['The record holds: it is empty.']
  return [`The record holds: ${seq === 1 ? 'one entry' : `${seq} entries`}, the last of ${at}.`]
}

/** How far the head file vouches for what the database says of itself. */
function vouched(
  { dataDirectory }: DataSettings,
  head: Head,
  { heads, unreadable }: { readonly heads: readonly Head[]; readonly unreadable: number },
): readonly string[] {
  if (head.seq === 0) return []
  const newest = heads.reduce((most, { seq }) => Math.max(most, seq), 0)
  if (newest === 0) {
    openHeadFile(dataDirectory).note(head)
    return [
      `Warning: ${dataDirectory}/audit-head is missing, so nothing vouches for it from outside: that its end was cut off, or all of it forged, could not be seen. The file is made now.`,
    ]
  }
  const extent = newest === head.seq ? 'all of it' : `its first ${newest} entries`
  return [
    `The file audit-head vouches for ${extent}.`,
    ...(unreadable === 0 ? [] : [`Lines of audit-head that cannot be read: ${unreadable}.`]),
  ]
}
