/** `npm start`: installs what is missing, builds what is stale, then is the server. Needs Node and npm alone. */
import { buildIfStale } from './build-stamp.mjs'
import { installDependencies, requireNode } from './dependencies.mjs'
import { findPostgres } from './postgres.mjs'
import { root } from './run.mjs'

requireNode()
process.chdir(root)
if (!(await installDependencies()) || !(await buildIfStale())) process.exit(1)
process.env.NODE_ENV ??= 'production'
if (process.env.DATABASE_URL && process.env.BACKUP_DIR) namePostgresPrograms()
if (process.env.npm_lifecycle_event !== undefined) endWithParent()
// In this process: signals and the environment reach the server as they are. A built file has no types to check.
await import(new URL('../dist/server/main.js', import.meta.url).href)

/** A signal to npm ends npm and the shell between, which passes nothing on: without this the server would stay behind. */
function endWithParent() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}

/** The server looks for nothing: it is told where the programs are that it makes backups with. */
function namePostgresPrograms() {
  const folder = findPostgres(['pg_dump', 'pg_restore', 'psql'])
  if (folder !== undefined) process.env.PAYOUT_DESK_POSTGRES_BIN = folder
}
