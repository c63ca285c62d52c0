import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Program {
  readonly process: ChildProcess
  /** What it has written so far. */
  readonly output: { out: string; err: string }
  /** Its exit code and signal. */
  readonly ended: Promise<unknown[]>
  /** Resolves with its address once it says that it is ready. */
  ready(): Promise<string>
}

/** The real program in a process of its own, with nothing in its environment but what is given. */
export function startProgram(environment: Record<string, string>): Program {
  const { PATH = '' } = process.env
  const program = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    env: { PATH, LOG_LEVEL: 'silent', ...environment },
  })
  const output = { out: '', err: '' }
  program.stdout.setEncoding('utf8').on('data', (text) => {
    output.out += text
  })
  program.stderr.setEncoding('utf8').on('data', (text) => {
    output.err += text
  })
  return {
    process: program,
    output,
    ended: once(program, 'close'),
    ready: async () => {
      while (!output.out.includes(' is ready at ')) await once(program.stdout, 'data')
      return / is ready at (\S+)/.exec(output.out)?.[1] ?? ''
    },
  }
}
