import type { TestProject } from 'vitest/node'
import { findPostgres } from '../bin/find-postgres.mjs'
import { startPostgres } from './postgres.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgresUrl: string | undefined
    readonly postgresPrograms: string | undefined
  }
}

/** For Vitest: one PostgreSQL for a run of the server's tests, which make databases of their own in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // `npm run check` tests databases on SQLite alone, `npm test` on both.
  const programs = process.env.PAYOUT_DESK_TESTS === 'check' ? undefined : findPostgres()
  const postgres = programs === undefined ? undefined : await startPostgres(programs)
  project.provide('postgresUrl', postgres?.url)
  project.provide('postgresPrograms', programs)
  return async () => postgres?.stop()
}
