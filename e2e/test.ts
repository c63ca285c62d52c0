import { randomUUID } from 'node:crypto'
import { expect as baseExpect, test as baseTest, type Page } from '@playwright/test'

export const expect = baseExpect

/** A member of staff at a browser of their own. */
interface Staff {
  readonly name: string
  readonly page: Page
}

interface Fixtures {
  /** Who works in `page`: another person in each test, as the server keeps drafts for each. */
  readonly me: string
  /** Another person, signed in in a browser of their own. */
  readonly colleague: Staff
}

/** Playwright's test, with a person signed in before the page opens. */
export const test = baseTest.extend<Fixtures>({
  me: [
    async ({ page }, use) => {
      await use(await signIn(page, 'Ana'))
    },
    { auto: true },
  ],
  colleague: async ({ browser, contextOptions }, use) => {
    const context = await browser.newContext(contextOptions)
    const page = await context.newPage()
    await use({ page, name: await signIn(page, 'Bruno') })
    await context.close()
  },
})

/** Signs a person in whom no other test knows: the name, and a few letters that make it theirs alone. */
async function signIn(page: Page, name: string): Promise<string> {
  const unique = `${name} ${randomUUID().slice(0, 8)}x`
  const answer = await page.request.post('/api/session', { data: { name: unique } })
  if (!answer.ok()) throw new Error(`Nobody can sign in: ${answer.status()} ${await answer.text()}`)
  return unique
}
