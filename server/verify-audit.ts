import { existsSync, renameSync } from 'node:fs'
import { systemClock } from './clock.ts'
import { readConfig } from './config.ts'
import { type ProgramAnswer, programAnswer } from './program-answer.ts'
import { checkpointFileIn, type Head, readCheckpointFile, replaceCheckpointFile } from './store/audit/audit-log.ts'
import { readHeads, type Verdict, verifyAuditLog } from './store/audit/verify-audit-log.ts'
import { readDatabase } from './store/database.ts'
import { StoreError } from './store/database-kind.ts'

/** The program behind `npm run verify-audit`, which only reads, and `npm run verify-audit -- --accept`. */
export async function verifyAudit(words: readonly string[]): Promise<ProgramAnswer> {
  let isGood = false
  const { isDone, text } = await programAnswer(async () => {
    const finding = await findingOf(words)
    isGood = finding.isGood
    return finding.lines.join('\n')
  })
  return { isDone: isDone && isGood, text }
}

/** What is to be said, and whether all is as it should be. */
interface Finding {
  readonly isGood: boolean
  readonly lines: readonly string[]
}

async function findingOf([word, ...rest]: readonly string[]): Promise<Finding> {
  if (rest.length > 0 || (word !== undefined && word !== '--accept')) {
    throw new StoreError('there is only npm run verify-audit, and npm run verify-audit -- --accept')
  }
  return word === undefined ? verify() : accept()
}

async function verify(): Promise<Finding> {
  const { data } = readConfig()
  const noted = readCheckpointFile(data.dataDirectory)
  const verdict = await readDatabase(data, (db) => verifyAuditLog(db, noted?.heads ?? []))
  if (!verdict.holds) return broken(verdict)
  if (verdict.head.seq === 0) return { isGood: true, lines: ['The audit log holds: it is empty.'] }
  const path = checkpointFileIn(data.dataDirectory)
  if (noted === undefined) return unvouched(verdict.head, 'the audit log', `${path} is missing`)
  const oldest = noted.heads.reduce((least, { seq }) => Math.min(least, seq), Number.POSITIVE_INFINITY)
  if (oldest === Number.POSITIVE_INFINITY)
    return unvouched(verdict.head, 'the audit log', `${path} has no line to be read`)
  // Begun when they stood already, by an app that found no file: it vouches for them as they were then, forged or not.
  if (oldest > 1) return unvouched(verdict.head, upTo(oldest - 1), `${path} begins with entry ${oldest}`)
  return vouched(verdict.head, noted)
}

function broken({ seq, error }: Extract<Verdict, { readonly holds: false }>): Finding {
  return { isGood: false, lines: [`The audit log does not hold: entry ${seq} ${error}.`] }
}

function unvouched(head: Head, what: string, why: string): Finding {
  return {
    isGood: false,
    lines: [
      `Nothing vouches for ${what}: ${why}.`,
      `Its ${amount(head)}, fit together; that all of them were forged, or the end cut off, could not be seen.`,
      'If you know why it is so, such as a server that is new to this database, and have looked through the audit log, then accept it: npm run verify-audit -- --accept',
    ],
  }
}

function vouched(
  head: Head,
  { heads, unreadable }: { readonly heads: readonly Head[]; readonly unreadable: number },
): Finding {
  const newest = heads.reduce((most, { seq }) => Math.max(most, seq), 0)
  return {
    isGood: true,
    lines: [
      `The audit log holds: ${amount(head)}.`,
      `The file audit-head vouches for ${newest === head.seq ? 'all of it' : `its first ${newest} entries`}.`,
      ...(unreadable === 0 ? [] : [`Lines of audit-head that cannot be read: ${unreadable}.`]),
    ],
  }
}

/** A person has decided: the audit log as it stands is what the checkpoint file vouches for from now on. */
async function accept(): Promise<Finding> {
  const { data } = readConfig()
  const { verdict, heads } = await readDatabase(data, async (db) => ({
    verdict: await verifyAuditLog(db, []),
    heads: await readHeads(db),
  }))
  if (!verdict.holds) return broken(verdict)
  const path = checkpointFileIn(data.dataDirectory)
  const kept = `${path}.before_${systemClock.date().toISOString().replace(/\D/g, '')}`
  const isThere = existsSync(path)
  if (isThere) renameSync(path, kept)
  replaceCheckpointFile(data.dataDirectory, heads)
  return {
    isGood: true,
    lines: [
      `Accepted as it is: ${amount(verdict.head)}. The file audit-head vouches for all of it from now on.`,
      ...(isThere ? [`The former one is kept as ${kept}.`] : []),
    ],
  }
}

function amount({ seq, at }: Head): string {
  return `${seq === 1 ? 'one entry' : `${seq} entries`}, the last of ${at}`
}

function upTo(seq: number): string {
  return seq === 1 ? 'entry 1' : `entries 1 to ${seq}`
}
