import { buildIfStale } from './build-stamp.mjs'
import { installDependencies } from './dependencies.mjs'
import { requireNode } from './node-version.mjs'
import { findPostgres } from './postgres.mjs'

/**
 * Runs a program of the built server beside it, such as dist/server/backup.js: a function, of the same name where that has no dash.
 * @param {string} file
 */
export async function runDataProgram(file, name = file) {
  requireNode()
  if (!(await installDependencies()) || !(await buildIfStale())) process.exit(1)
  const programs = await import(new URL(`../dist/server/${file}.js`, import.meta.url).href)
  const postgresPrograms = findPostgres(['pg_dump', 'pg_restore', 'psql'])
  const { isDone, text } = await programs[name](process.argv.slice(2), { postgresPrograms })
  if (isDone) console.log(text)
  else console.error(text)
  process.exitCode = isDone ? 0 : 1
}
