import { type RunningApp, startApp } from './app/start-app.ts'
import { makeBackupDirectory } from './backups/scheduled-backups.ts'
import { underName } from './kernel/loopback.ts'
import { programVersion } from './kernel/version.ts'
import { ConfigError, readConfig } from './settings/config.ts'
import { StoreError } from './store/database-kind.ts'
import { leftOverKeyFiles } from './store/encryption/key-ring.ts'
import { explainTrouble } from './store/trouble.ts'

const program = `Payout Desk ${programVersion}`

/** The program, imported until it is ready: reads the configuration, starts the app, says where it is, ends it on a signal. */
async function main(): Promise<void> {
  const config = readConfig()
  if (config.backups !== undefined) makeBackupDirectory(config.backups)
  const app = await startApp(config)
  for (const path of leftOverKeyFiles(config.data.dataDirectory))
    process.stderr.write(`${path} holds data keys, and was left by a rotation that was killed: delete it.\n`)
  const isLocal = config.signIn === 'local' && config.publicUrl === undefined
  const browsers = isLocal ? '' : ` for ${config.publicUrl ?? underName(app.url)}`
  const provider = app.sandboxUrl === undefined ? '' : ' (sandbox provider)'
  process.once('SIGTERM', () => end(app))
  process.once('SIGINT', () => end(app))
  // Last: anyone who reads this line may send a signal at once.
  process.stdout.write(`${program} is ready at ${app.url}${browsers}${provider}\n`)
}

function end(app: RunningApp): void {
  app.stop().then(() => process.exit(0), refuse)
}

/** One line for what the person who starts the program can fix; a bug keeps its stack. */
function refuse(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (error instanceof Error && 'code' in error && 'port' in error && error.code === 'EADDRINUSE') {
    return `${program} cannot start: PORT ${error.port} is in use; end what uses it, or set PORT to another number (0 takes any free one).`
  }
  if (error instanceof Error && 'code' in error && 'address' in error && error.code === 'EADDRNOTAVAIL')
    return `${program} cannot start: ${error.address} is no address of this machine; correct HOST or METRICS_HOST.`
  const reason = error instanceof StoreError ? error.message : explainTrouble(error)
  if (reason !== undefined) return `${program} cannot start: ${reason}.`
  return error instanceof Error ? `${program} failed: ${error.stack}` : `${program} failed.`
}

await main().catch(refuse)
