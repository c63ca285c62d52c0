import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Head } from './audit-log.ts'

/** What was committed, written down once more outside of the database: a line for each entry, so that a forged one is named. */
export interface CheckpointFile {
  /** Notes the entries of a transaction. To be called after the commit: so the file may be behind the audit log, but never ahead of it. */
  note(heads: readonly Head[]): void
  /**
   * The newest entry that a server has noted since the file was opened, this one or another on the same DATA_DIR; undefined where none has. Asked
   * under the write lock, it is never newer than the end of the audit log, unless that was cut off.
   */
  newest(): Head | undefined
}

/** Opens the file in the folder for data, and shortens it when it has grown long. */
export function openCheckpointFile(dataDirectory: string): CheckpointFile {
  const path = checkpointFileIn(dataDirectory)
  tidy(path)
  return { note: (heads) => append(path, heads.map(lineOf).join('')), newest: readOn(path) }
}

/** Reads what comes into the file from now on. A shorter one that took its place, as at another start, is read from its end on. */
function readOn(path: string): () => Head | undefined {
  let newest: Head | undefined
  let read = statSync(path, { throwIfNoEntry: false })
  return () => {
    const present = statSync(path, { throwIfNoEntry: false })
    const isSame = read === undefined || (present?.ino === read.ino && present.size >= read.size)
    const lines = present !== undefined && isSame ? partOf(path, read?.size ?? 0, present.size) : ''
    for (const head of checkpointLines(lines).map(readCheckpointLine)) {
      if (head !== undefined && head.seq >= (newest?.seq ?? 0)) newest = head
    }
    read = present
    return newest
  }
}

function partOf(path: string, from: number, to: number): string {
  if (to <= from) return ''
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(to - from)
    return bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, from))
  } finally {
    closeSync(file)
  }
}

/** Writes the file again, as if all these had been noted; what was there before is gone. */
export function replaceCheckpointFile(dataDirectory: string, heads: readonly Head[]): void {
  writeWhole(checkpointFileIn(dataDirectory), thinned(heads.map((head) => lineOf(head).trimEnd())))
}

/**
 * Opens the file each time: another process may have put a shorter one in its place. Begins with the end of a line: a power cut or a full disk
 * may have left half a one, of this process or another, and `17` before `17191 …` would vouch for entry 1717191.
 */
function append(path: string, lines: string): void {
  try {
    appendFileSync(path, `\n${lines}`, { mode: 0o600 })
  } catch {
    // What the lines vouch for is committed and must not look as if it had failed. The file stays behind, which a verification reports.
  }
}

/** What the file says; undefined when there is none. A line that a power cut or a full disk left unfinished is counted as unreadable. */
export function readCheckpointFile(
  dataDirectory: string,
): { readonly heads: readonly Head[]; readonly unreadable: number } | undefined {
  const path = checkpointFileIn(dataDirectory)
  if (!existsSync(path)) return undefined
  const lines = checkpointLines(readFileSync(path, 'utf8'))
  const heads = lines.map(readCheckpointLine).filter((head) => head !== undefined)
  return { heads, unreadable: lines.length - heads.length }
}

/** Where the file is in the folder for data. */
export function checkpointFileIn(dataDirectory: string): string {
  return join(dataDirectory, 'audit-head')
}

/** With its end. */
export function lineOf({ seq, mac, at }: Head): string {
  return `${seq} ${mac} ${at}\n`
}

export function checkpointLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '')
}

export function readCheckpointLine(line: string): Head | undefined {
  const [, seq, mac, at] = /^([1-9]\d{0,15}) ([\w-]{43}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/.exec(line) ?? []
  return seq === undefined || mac === undefined || at === undefined ? undefined : { seq: Number(seq), mac, at }
}

/** About two megabytes. */
const mostLines = 20_000

const newestLines = 10_000

/** Each line vouches for all before it, so every hundredth is plenty of the old ones: more only tell nearer where a forgery begins. */
const spacing = 100

function tidy(path: string): void {
  if (!existsSync(path)) return
  const lines = checkpointLines(readFileSync(path, 'utf8'))
  if (lines.length > mostLines) writeWhole(path, thinned(lines))
}

/** The first line stays, as it shows since when the file exists; so do two lines for one entry, of which one must be forged. */
function thinned(lines: readonly string[]): readonly string[] {
  const times = new Map<number | undefined, number>()
  const seqs = lines.map((line) => readCheckpointLine(line)?.seq)
  for (const seq of seqs) times.set(seq, (times.get(seq) ?? 0) + 1)
  return lines.filter((_, index) => {
    const seq = seqs[index]
    if (index === 0 || index >= lines.length - newestLines) return true
    return seq !== undefined && (seq % spacing === 0 || (times.get(seq) ?? 0) > 1)
  })
}

/** The whole file appears at once, and is on the disk by then. */
function writeWhole(path: string, lines: readonly string[]): void {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, lines.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true })
  renameSync(draft, path)
}
