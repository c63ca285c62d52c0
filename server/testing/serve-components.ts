import type { TestProject } from 'vitest/node'
import { startStaffDesk } from './staff-desk.ts'
import { startTestApp } from './test-app.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly serverUrl: string
    readonly renamingServerUrl: string
    readonly staffServerUrl: string
    readonly staffDeskUrl: string
    readonly staffDetailsUrl: string
    readonly receiverUrl: string
  }
}

/**
 * For Vitest: one real server, with the sandbox and a database of its own, for a run of the page's component tests; and one that spells
 * the currency otherwise and allows a search by one number only; and one on which people have roles.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestApp({ LOG_LEVEL: 'silent', PROVIDER_TIMEOUT_MS: '4000' })
  const renaming = await startTestApp({
    LOG_LEVEL: 'silent',
    PROVIDER_NAMES: '{"currencyCode":"CurrencyCode"}',
    NUMBER_SEARCHES_PER_MINUTE: '1',
  })
  const staff = await startStaffDesk()
  project.provide('staffServerUrl', staff.url)
  project.provide('staffDeskUrl', staff.deskUrl)
  project.provide('staffDetailsUrl', staff.detailsUrl)
  project.provide('receiverUrl', staff.receiverUrl)
  project.provide('serverUrl', server.url)
  project.provide('renamingServerUrl', renaming.url)
  return async () => {
    await server.stop()
    await renaming.stop()
    await staff.stop()
  }
}
