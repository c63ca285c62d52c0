import { existsSync, renameSync } from 'node:fs'
import { systemClock } from '../kernel/clock.ts'
import { readConfig } from '../settings/config.ts'
import type { DataSettings } from '../settings/data-settings.ts'
import { type AuditKey, beforeAll, type Head } from '../store/audit/audit-log.ts'
import { checkpointFileIn, readCheckpointFile, replaceCheckpointFile } from '../store/audit/checkpoint-file.ts'
import { countLost, findLoss, type Loss } from '../store/audit/lost-entries.ts'
import { readHeads, type Verdict, verifyAuditLog } from '../store/audit/verify-audit-log.ts'
import { type AuditFinding, compareWitness } from '../store/audit/verify-witness.ts'
import { readDatabase } from '../store/database.ts'
import { StoreError } from '../store/database-kind.ts'
import { readEncryption } from '../store/encryption/encryption.ts'
import { readOwnKeyRing } from '../store/encryption/key-ring.ts'
import { foreignParts } from '../store/foreign-parts.ts'
import { openStore } from '../store/open-store.ts'
import { type ProgramAnswer, programAnswer } from './program-answer.ts'
import { verifyRows } from './verify-rows.ts'

/** The program behind `npm run verify-audit`, which only reads, and `npm run verify-audit -- --accept <name>`. */
export async function verifyAudit(words: readonly string[]): Promise<ProgramAnswer> {
  let isGood = false
  const { isDone, text } = await programAnswer(async () => {
    const finding = await findingOf(words)
    isGood = finding.isGood
    return finding.lines.join('\n')
  })
  return { isDone: isDone && isGood, text }
}

async function findingOf([word, ...rest]: readonly string[]): Promise<AuditFinding> {
  if (word === undefined) return verify(undefined)
  const value = rest.join(' ').trim()
  if (word === '--witness' && value !== '') return verify(value)
  if (word === '--accept' && value !== '') return accept(value)
  throw new StoreError(
    `there is only npm run verify-audit, ${accepting}, which says who has looked, and npm run verify-audit -- --witness <file>`,
  )
}

const accepting = 'npm run verify-audit -- --accept "<your name>"'

/** @param witness a file with the lines that were sent to AUDIT_WITNESS, to be compared too */
async function verify(witness: string | undefined): Promise<AuditFinding> {
  const { data } = readConfig()
  const noted = readCheckpointFile(data.dataDirectory)
  const { verdict, others, foreign, witnessed } = await readDatabase(data, async (db) => {
    const encryption = await readEncryption(db, data.keyRing ?? readOwnKeyRing(data.dataDirectory))
    return {
      verdict: await verifyAuditLog(db, encryption ?? noKey, noted?.heads ?? []),
      others: encryption === undefined ? [] : await verifyRows(db, encryption),
      foreign: await foreignParts(db, data),
      witnessed: witness === undefined ? undefined : await compareWitness(db, witness),
    }
  })
  const chain = chainFinding(verdict, data, noted)
  const isGood = chain.isGood && foreign.length === 0 && witnessed?.isGood !== false
  const lines = [
    ...chain.lines,
    ...(witnessed?.lines ?? []),
    ...foreign.map((part) => `The database is not as Payout Desk made it: ${part}.`),
  ]
  if (others.length === 0) return { isGood, lines: isGood ? [...lines, agreeing] : lines }
  return { isGood: false, lines: [...lines, ...disagreeing(others)] }
}

/** Before its first start there is nothing in a database, and no key: whatever entry is there was forged. */
const noKey: AuditKey = { auditMac: () => '' }

const agreeing = 'Every payout, export and name of staff is as the audit log says.'

const mostLines = 20

function disagreeing(others: readonly string[]): readonly string[] {
  const more = others.length > mostLines ? [`And ${others.length - mostLines} more.`] : []
  return [
    'These were changed past the app, and it does nothing with such a payout:',
    ...others.slice(0, mostLines),
    ...more,
    'Find out who can write to the database. Then restore a backup of before, or enter such a payout again.',
  ]
}

function chainFinding(
  verdict: Verdict,
  data: DataSettings,
  noted: ReturnType<typeof readCheckpointFile>,
): AuditFinding {
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

function broken({ seq, error }: Extract<Verdict, { readonly holds: false }>): AuditFinding {
  return { isGood: false, lines: [`The audit log does not hold: entry ${seq} ${error}.`] }
}

function unvouched(head: Head, what: string, why: string): AuditFinding {
  return {
    isGood: false,
    lines: [
      `Nothing vouches for ${what}: ${why}.`,
      `Its ${amount(head)}, fit together; that all of them were forged, or the end cut off, could not be seen.`,
      `If you know why it is so, such as a server that is new to this database, and have looked through the audit log, then accept it: ${accepting}`,
    ],
  }
}

function vouched(
  head: Head,
  { heads, unreadable }: { readonly heads: readonly Head[]; readonly unreadable: number },
): AuditFinding {
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

/** A person has decided: from now on the checkpoint file vouches for the audit log as it is. An entry records who decided, and what was lost. */
async function accept(acceptedBy: string): Promise<AuditFinding> {
  const { data } = readConfig()
  const loss = await findLoss(data)
  // Where nothing is lost, a database is there: none is made, and none of another version is brought up to date.
  if (loss === undefined) await readDatabase(data, async () => {})
  const path = checkpointFileIn(data.dataDirectory)
  const isThere = existsSync(path)
  const store = await openStore({ ...data, acceptsLoss: true }, systemClock.date)
  try {
    const verdict = await verifyAuditLog(store.db, store.encryption, [])
    if (!verdict.holds) return broken(verdict)
    const facts = { acceptedBy, ...(loss && lossFacts(loss)) }
    const thing = { type: 'database', id: 'database' } as const
    await store.write(({ audit }) => audit({ personId: null, action: 'audit.accepted', thing, facts }))
    const heads = await readHeads(store.db)
    const kept = `${path}.before_${systemClock.date().toISOString().replace(/\D/g, '')}`
    if (isThere) renameSync(path, kept)
    replaceCheckpointFile(data.dataDirectory, heads)
    return {
      isGood: true,
      lines: [
        `Accepted as it is${loss ? `, without ${countLost(loss)} that are lost` : ''}: ${amount(heads.at(-1) ?? beforeAll)}, which says so. The file audit-head vouches for all of it from now on.`,
        ...(isThere ? [`The former one is kept as ${kept}.`] : []),
      ],
    }
  } finally {
    await store.close()
  }
}

function lossFacts({ first, last, since }: Loss) {
  return { missing: last.seq - first + 1, missingSince: since, formerSeq: last.seq, formerMac: last.mac }
}

function amount({ seq, at }: Head): string {
  return `${seq === 1 ? 'one entry' : `${seq} entries`}, the last of ${at}`
}

function upTo(seq: number): string {
  return seq === 1 ? 'entry 1' : `entries 1 to ${seq}`
}
