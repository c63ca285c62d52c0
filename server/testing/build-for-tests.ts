import type { TestProject } from 'vitest/node'
import { buildServer } from './built-server.ts'
import type {} from './server-program.ts'

/** For Vitest: builds the server once for the tests that start, kill and race it. */
export async function setup(project: TestProject): Promise<() => void> {
  const { program, remove } = await buildServer()
  project.provide('serverProgram', program.join())
  return remove
}
