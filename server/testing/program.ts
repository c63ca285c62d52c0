import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Program {
  readonly process: ChildProcess
  /** What it has written so far. */
  readonly output: { out: string; err: string }
  /** Its exit code and signal. */
  readonly ended: Promise<unknown[]>
  /** Resolves with its address once it says that it is ready. */
  ready(): Promise<string>
}

/**
 * The real program in a process of its own, with nothing in its environment but what is given. Its data are its own, unless
 * DATA_DIR says where, and go with it. `program` is what Node is given: the source, or what was built of it.
 */
export function startProgram(
  environment: Readonly<Record<string, string | undefined>>,
  program = ['--import', 'tsx', 'server/main.ts'],
): Program {
  const { PATH = '' } = process.env
  const dataDirectory = mkdtempSync(join(tmpdir(), 'payout-desk-'))
  const started = spawn(process.execPath, program, {
    env: { PATH, LOG_LEVEL: 'silent', DATA_DIR: dataDirectory, WRITES_PER_MINUTE: '100000', ...environment },
  })
  started.once('close', () => rmSync(dataDirectory, { recursive: true, force: true }))
  const output = { out: '', err: '' }
  started.stdout.setEncoding('utf8').on('data', (text) => {
    output.out += text
  })
  started.stderr.setEncoding('utf8').on('data', (text) => {
    output.err += text
  })
  const ended = once(started, 'close')
  return {
    process: started,
    output,
    ended,
    ready: async () => {
      const endedFirst = async () => {
        await ended
        throw new Error(`It ended before it was ready: ${output.err}`)
      }
      while (!output.out.includes(' is ready at ')) await Promise.race([once(started.stdout, 'data'), endedFirst()])
      return / is ready at (\S+)/.exec(output.out)?.[1] ?? ''
    },
  }
}
