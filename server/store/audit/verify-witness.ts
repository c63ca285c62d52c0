import { readFileSync } from 'node:fs'
import type { Kysely } from 'kysely'
import { StoreError } from '../database-kind.ts'
import type { Tables } from '../schema.ts'
import type { Head } from './audit-log.ts'
import { checkpointLines, readCheckpointLine } from './checkpoint-file.ts'
import { formerLogs } from './lost-entries.ts'
import { auditEntries } from './verify-audit-log.ts'

/** The lines to print, and whether everything is as it should be. */
export interface AuditFinding {
  readonly isGood: boolean
  readonly lines: readonly string[]
}

/** A line of a witness, counted from 1 without the empty ones. */
interface WitnessLine {
  readonly number: number
  readonly head: Head
}

/**
 * Compares each line that a witness was sent with the audit log: the first that it does not have shows that the end was cut off or written again,
 * also where database and audit-head agree with each other.
 * @throws StoreError where the file cannot be read
 */
export async function compareWitness(db: Kysely<Tables>, path: string): Promise<AuditFinding> {
  const texts = checkpointLines(textOf(path))
  const lines = texts.flatMap((text, place) => {
    const head = readCheckpointLine(text)
    return head === undefined ? [] : [{ number: place + 1, head }]
  })
  const strange = texts.findIndex((text) => readCheckpointLine(text) === undefined && !cutOff.test(text))
  if (strange >= 0) return bad(`Line ${strange + 1} of ${path} is none that a server sent to its witness.`)
  if (lines.length === 0) return bad(`The witness ${path} has no line to compare.`)
  const isOfFormer = await formerLogs(db)
  const macs = await macsOf(db, new Set(lines.map(({ head }) => head.seq)))
  const disagreeing = lines.filter(({ head }) => macs.get(head.seq) !== head.mac)
  const wrong = disagreeing.find(({ head }) => !isOfFormer(head))
  if (wrong !== undefined) return bad(disagreement(path, wrong, macs.has(wrong.head.seq)))
  const agreed = lines.length - disagreeing.length
  const cut = texts.length - lines.length
  return {
    isGood: true,
    lines: [
      `The witness ${path} agrees with the audit log in each of its lines: ${agreed}.`,
      ...(disagreeing.length === 0 ? [] : [`${former} ${disagreeing.length}.`]),
      ...(cut === 0 ? [] : [`Lines of it that were cut off as they were written, and could not be compared: ${cut}.`]),
    ],
  }
}

const former = 'Lines of an audit log that this one replaced, as its entries of a restore or an accepted loss record:'

/** The beginning of a line, as a power cut or a full disk leaves it. */
const cutOff = /^[1-9][\w:. -]*$/

function disagreement(path: string, { number, head: { seq, at } }: WitnessLine, isThere: boolean): string {
  const why = isThere ? 'it has another one in its place' : 'it was cut off before that'
  return `The witness ${path} disagrees: its line ${number} is of entry ${seq}, written ${at}, which the audit log does not have: ${why}.`
}

/** The MACs that the audit log has for these entries. */
async function macsOf(db: Kysely<Tables>, seqs: ReadonlySet<number>): Promise<ReadonlyMap<number, string>> {
  const macs = new Map<number, string>()
  for await (const { seq, mac } of auditEntries(db)) if (seqs.has(seq)) macs.set(seq, mac)
  return macs
}

function bad(line: string): AuditFinding {
  return { isGood: false, lines: [line] }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new StoreError(`${path} cannot be read`)
  }
}
