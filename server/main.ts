import { ConfigError, readConfig } from './config.ts'
import { type Desk, startDesk } from './start-desk.ts'
import { StoreFault } from './store/store-fault.ts'

/** The program: reads the configuration, starts the desk, says where it is, ends it on a signal. */
async function main(): Promise<void> {
  const desk = await startDesk(readConfig())
  const provider = desk.sandboxUrl === undefined ? '' : ' (sandbox provider)'
  process.once('SIGTERM', () => end(desk))
  process.once('SIGINT', () => end(desk))
  // Last: whoever reads this line may send a signal at once.
  process.stdout.write(`Payout Desk is ready at ${desk.url}${provider}\n`)
}

function end(desk: Desk): void {
  desk.stop().then(() => process.exit(0), refuse)
}

/** One line for what the person who starts the program can mend; a bug keeps its stack. */
function refuse(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (error instanceof StoreFault) return `Payout Desk cannot start: ${error.message}.`
  if (error instanceof Error && 'code' in error && 'port' in error && error.code === 'EADDRINUSE') {
    return `Payout Desk cannot start: PORT ${error.port} is in use; end what uses it, or set PORT to another number (0 takes any free one).`
  }
  return error instanceof Error ? `Payout Desk failed: ${error.stack}` : 'Payout Desk failed.'
}

main().catch(refuse)
