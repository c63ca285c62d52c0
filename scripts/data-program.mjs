/** `npm run backup | restore | rotate-key | verify-audit | people` and others: runs that program of the built server beside it. */
import { buildIfStale } from './build-stamp.mjs'
import { installDependencies, requireNode } from './dependencies.mjs'
import { findPostgres } from './postgres.mjs'

const [name = '', ...words] = process.argv.slice(2)
requireNode()
if (!(await installDependencies()) || !(await buildIfStale())) process.exit(1)
const { programs } = await import(new URL('../dist/server/data-programs.js', import.meta.url).href)
if (!Object.hasOwn(programs, name)) {
  console.error(`Say which program: ${Object.keys(programs).join(', ')}.`)
  process.exit(1)
}
const postgresPrograms = findPostgres(['pg_dump', 'pg_restore', 'psql'])
const { isDone, text } = await programs[name](words, { postgresPrograms })
if (isDone) console.log(text)
else console.error(text)
process.exitCode = isDone ? 0 : 1
