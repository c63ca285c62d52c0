import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { StoreError } from '../database-kind.ts'

/** A program of PostgreSQL that was started, with both ends of its pipes. */
export interface PostgresProcess {
  readonly input: Writable
  readonly output: Readable
  /** @throws StoreError with the program's own message, when it failed */
  ended(): Promise<void>
  /** Ends it at once; resolves when it is gone. */
  kill(): Promise<void>
}

/** A program ends with a message on a server that does not answer, or a lock that another process holds. */
const patience = { PGCONNECT_TIMEOUT: '10', PGOPTIONS: '-c lock_timeout=30s' }

/** Starts one of PostgreSQL's own programs; `folder` is where they are. */
export function startProgram(
  folder: string,
  name: string,
  args: readonly string[],
  password?: string,
): PostgresProcess {
  // HOME for .pgpass; nothing else of ours is theirs to know.
  const env = { HOME: homedir(), ...patience, ...(password === undefined ? {} : { PGPASSWORD: password }) }
  const program: ChildProcessByStdio<Writable, Readable, Readable> = spawn(join(folder, name), args, { env })
  let issueContent = ''
  program.stderr.setEncoding('utf8').on('data', (text) => {
    issueContent += text
  })
  // The program's own message is better.
  program.stdin.on('error', () => {})
  const closed = once(program, 'close')
  const endWithUs = () => program.kill('SIGKILL')
  process.once('exit', endWithUs)
  program.once('close', () => process.off('exit', endWithUs))
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
    kill: async () => {
      program.kill('SIGKILL')
      await closed.catch(() => {})
    },
  }
}

/** The address without its password, which every user of the machine could read in the list of processes. */
export function withoutPassword(databaseUrl: string): { readonly url: string; readonly password: string | undefined } {
  const url = new URL(databaseUrl)
  const password = url.password === '' ? undefined : decodeURIComponent(url.password)
  url.password = ''
  return { url: url.href, password }
}
