import type { Browser, Page } from '@playwright/test'
import { newDetailsLinkSchema } from '#shared/api/details-links.ts'
import { test as baseTest, enrolByPasskey, inviteAdmin, member, newEmail } from './accounts.ts'
import { accountsUrl } from './accounts-server.ts'

interface MadeLink {
  readonly id: string
  /** What the payee gets. */
  readonly url: string
}

interface WorkerFixtures {
  /** A clerk at a browser of their own, one for all tests of a worker. */
  readonly clerk: Page
}

interface DetailsFixtures {
  /** Makes a link, in English unless it says otherwise. */
  readonly makeLink: (write?: object) => Promise<MadeLink>
}

/** Playwright's test for what payees see, with a clerk who asks them. */
export const test = baseTest.extend<DetailsFixtures, WorkerFixtures>({
  clerk: [
    async ({ browser }, use) => {
      const clerk = await enrolClerk(browser)
      await use(clerk)
      await clerk.context().close()
    },
    { scope: 'worker' },
  ],
  makeLink: async ({ clerk }, use) => {
    await use(async (write = {}) => {
      const answer = await clerk.request.post('/api/details-links', {
        data: { name: 'Rui do frete', language: 'en', ...write },
        headers: { 'idempotency-key': crypto.randomUUID() },
      })
      const { url, details } = newDetailsLinkSchema.parse(await answer.json())
      return { url, id: details.id }
    })
  },
})

async function enrolClerk(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: accountsUrl })
  const admin = await context.newPage()
  await enrolByPasskey(admin, (await inviteAdmin()).link, newEmail('Ines').slice(0, 13))
  const clerk = await member(admin, browser, 'clerk')
  await context.close()
  return clerk
}
