import type { TestProject } from 'vitest/node'
import { buildServer } from './built-server.ts'
import type {} from './server-program.ts'

/** For Vitest: builds the server once for the tests that start, kill and race it, none of which is in `npm run check`. */
export async function setup(project: TestProject): Promise<() => void> {
  if (process.env.PAYOUT_DESK_TESTS === 'check') return () => {}
  const { program, remove } = await buildServer()
  project.provide('serverProgram', program.join())
  return remove
}
