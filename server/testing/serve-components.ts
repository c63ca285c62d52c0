import type { TestProject } from 'vitest/node'
import { startTestApp } from './test-app.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly serverUrl: string
  }
}

/** For Vitest: one real server, with the sandbox and a database of its own, for a run of the page's component tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestApp({ LOG_LEVEL: 'silent' })
  project.provide('serverUrl', server.url)
  return () => server.stop()
}
