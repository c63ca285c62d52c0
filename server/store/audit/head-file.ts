import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Head } from './entry.ts'

/** What was committed, written down once more outside of the database: a line for each transaction that recorded something. */
export interface HeadFile {
  /** To be called after the commit, so that the file may be behind the record but never ahead of it. */
  note(head: Head): void
}

/** Opens the file in the folder for data, and shortens it when it has grown long. */
export function openHeadFile(dataDirectory: string): HeadFile {
  const path = headFileIn(dataDirectory)
  tidy(path)
  return { note: (head) => append(path, lineOf(head)) }
}

/** Opens the file for each line: another process may have put a shorter one in its place. */
function append(path: string, line: string): void {
  try {
    appendFileSync(path, line, { mode: 0o600 })
  } catch {
    // What the line vouches for is committed and must not look as if it had failed. The file stays behind, which verifying tells.
  }
}

/** What the file says; undefined when there is none. A line that a power cut left unfinished is counted as unreadable. */
export function readHeadFile(
  dataDirectory: string,
): { readonly heads: readonly Head[]; readonly unreadable: number } | undefined {
  const path = headFileIn(dataDirectory)
  if (!existsSync(path)) return undefined
  const lines = linesOf(readFileSync(path, 'utf8'))
  const heads = lines.map(readLine).filter((head) => head !== undefined)
  return { heads, unreadable: lines.length - heads.length }
}

/** Where the file is in the folder for data. */
export function headFileIn(dataDirectory: string): string {
  return join(dataDirectory, 'audit-head')
}

function lineOf({ seq, hash, at }: Head): string {
  return `${seq} ${hash} ${at}\n`
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '')
}

function readLine(line: string): Head | undefined {
  const [, seq, hash, at] = /^([1-9]\d{0,15}) ([0-9a-f]{64}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/.exec(line) ?? []
  return seq === undefined || hash === undefined || at === undefined ? undefined : { seq: Number(seq), hash, at }
}

/** About two megabytes. */
const mostLines = 20_000

/** Each line vouches for all before it, so a thousand of the newest are plenty: more only tell nearer where a forgery begins. */
const keptLines = 1_000

function tidy(path: string): void {
  if (!existsSync(path)) return
  const text = readFileSync(path, 'utf8')
  const lines = linesOf(text)
  if (lines.length > mostLines) {
    const short = `${path}.${process.pid}`
    writeFileSync(
      short,
      lines
        .slice(-keptLines)
        .map((line) => `${line}\n`)
        .join(''),
      { mode: 0o600, flush: true },
    )
    renameSync(short, path)
  } else if (text !== '' && !text.endsWith('\n')) {
    // A power cut left half a line: the next one must not grow onto it.
    appendFileSync(path, '\n')
  }
}
