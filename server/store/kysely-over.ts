import { type Dialect, HandleEmptyInListsPlugin, Kysely, type Logger, replaceWithNoncontingentExpression } from 'kysely'
import type { Tables } from './schema.ts'

/** PostgreSQL does not know a list of nothing, and SQLite does: on both nothing is in it. */
const emptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })

/** Queries of the app's tables, the same on both databases. */
export function kyselyOver(dialect: Dialect, log?: Logger): Kysely<Tables> {
  return new Kysely<Tables>({ dialect, plugins: [emptyLists], ...(log && { log }) })
}
