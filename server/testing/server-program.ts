import { join } from 'node:path'
import { inject } from 'vitest'
import { type Program, startProgram } from './program.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server as `npm run build` makes it, which starts in a fraction of the time that the source takes. */
    readonly serverProgram: string
  }
}

/** Starts the built server in a process of its own, as startProgram does. */
export function startServer(environment: Readonly<Record<string, string | undefined>>): Program {
  return startProgram(environment, [inject('serverProgram')])
}

/** The module of the built server's programs other than the server itself, such as `npm run backup`. */
export function dataPrograms(): string {
  return join(inject('serverProgram'), '..', 'data-programs.js')
}

/** What `npm run serve` and `payout-desk` run of the built server, with the arguments that it is given. */
export function startPayoutDesk(
  environment: Readonly<Record<string, string | undefined>>,
  words: readonly string[],
): Program {
  return startProgram(environment, [join(inject('serverProgram'), '../../../bin/payout-desk.mjs'), ...words])
}
