import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { StoreError } from '../store-error.ts'

/** A program of PostgreSQL that was started, with both ends of its pipes. */
export interface Running {
  readonly input: Writable
  readonly output: Readable
  /** @throws StoreFault with what the program said, when it failed */
  ended(): Promise<void>
}

/** Starts one of PostgreSQL's own programs; `folder` is where they are. */
export function startProgram(folder: string, name: string, args: readonly string[], password?: string): Running {
  // HOME for .pgpass; nothing else of ours is theirs to know.
  const env = { HOME: homedir(), ...(password === undefined ? {} : { PGPASSWORD: password }) }
  const program: ChildProcessByStdio<Writable, Readable, Readable> = spawn(join(folder, name), args, { env })
  let issueContent = ''
  program.stderr.setEncoding('utf8').on('data', (text) => {
    issueContent += text
  })
  // Said better by the program itself.
  program.stdin.on('error', () => {})
  const closed = once(program, 'close')
  // Awaited later; unheard, it would end the process.
  closed.catch(() => {})
  return {
    input: program.stdin,
    output: program.stdout,
    ended: async () => {
      const [code] = await closed.catch((error: Error) => {
        throw new StoreError(`${name} cannot be run: ${error.message}`)
      })
      if (code !== 0) throw new StoreError(`${name} failed: ${issueContent.trim().split('\n').slice(0, 3).join(' ')}`)
    },
  }
}

/** The address without its password, which everybody at the machine could read in the list of programs. */
export function withoutPassword(databaseUrl: string): { readonly url: string; readonly password: string | undefined } {
  const url = new URL(databaseUrl)
  const password = url.password === '' ? undefined : decodeURIComponent(url.password)
  url.password = ''
  return { url: url.href, password }
}

/** What an archive holds: how many rows of each table, and which data key encrypts them. */
export interface Archive {
  readonly counts: Readonly<Record<string, number>>
  readonly keyIds: readonly string[]
}

/**
 * Reads an archive to its end.
 * @throws StoreFault when it is damaged or none
 */
export async function readArchive(programs: string, path: string): Promise<Archive> {
  const reading = startProgram(programs, 'pg_restore', ['--data-only', '--file=-', path])
  reading.input.end()
  const counts: Record<string, number> = {}
  const keyIds: string[] = []
  let table: string | undefined
  for await (const line of createInterface({ input: reading.output, crlfDelay: 0 })) {
    if (table === undefined) {
      const [, name] = (line.endsWith(' FROM stdin;') && /^COPY (\S+) \(/.exec(line)) || []
      table = name?.split('.').at(-1)
      if (table !== undefined) counts[table] = 0
    } else if (line === '\\.') {
      table = undefined
    } else {
      counts[table] = (counts[table] ?? 0) + 1
      if (table === 'data_keys') keyIds.push(line.split('\t')[0] ?? '')
    }
  }
  await reading.ended()
  return { counts, keyIds }
}
