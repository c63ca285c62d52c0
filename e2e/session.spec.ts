import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { chooseCountry, continueUnfinished, field } from './payout-page.ts'
import { expectSound } from './sound.ts'
import { expect, test } from './test.ts'

test('a browser without a session asks for a name, offers those it knows, and opens the address that was asked for', async ({
  page,
  colleague,
}) => {
  await page.context().clearCookies()
  await page.goto('/beneficiaries')
  await expect(page.getByRole('heading', { level: 1, name: 'Choose your name' })).toBeVisible()
  await expect(page.getByText(/There is no password/)).toBeVisible()
  await expect(page.getByRole('navigation')).toBeHidden()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Enter your name, or choose it below.')).toBeVisible()
  await expectSound(page)
  await page.getByRole('textbox', { name: 'Your name' }).fill(colleague.name.slice(0, -1))
  await page.getByRole('button', { name: colleague.name }).click()
  await expect(page.getByRole('button', { name: `Signed in as ${colleague.name}` })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Beneficiaries' })).toBeVisible()
})

test('a person hands over to another at the same browser, and each finds their own draft', async ({ page, me }) => {
  await page.goto('/payouts/new')
  await chooseCountry(page, ruleBook.BR)
  await field(page, 'First name').fill('Typed by Ana')
  await page.getByRole('button', { name: `Signed in as ${me}` }).click()
  await page.getByRole('button', { name: 'Another name…' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Choose your name' })).toBeVisible()

  const next = `Bruno ${randomUUID().slice(0, 8)}`
  await page.getByRole('textbox', { name: 'Your name' }).fill(next)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Country', { exact: true })).toHaveValue('')

  await page.getByRole('button', { name: `Signed in as ${next}` }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('textbox', { name: 'Your name' }).fill(me)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await continueUnfinished(page)
  await expect(field(page, 'First name')).toHaveValue('Typed by Ana')
})

/** Ends the session as its own sign-out would, while the browser goes on holding its cookie. */
async function endSession(page: Page): Promise<void> {
  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`)
  const answer = await fetch(new URL('/api/session', page.url()), {
    method: 'DELETE',
    headers: { cookie: cookies.join('; ') },
  })
  expect(answer.status).toBe(200)
}

test('a session that ends while one types loses nothing: the name is asked for, and the work goes on', async ({
  page,
  me,
}) => {
  await page.goto('/payouts/new')
  await chooseCountry(page, ruleBook.BR)
  await field(page, 'First name').fill('Before')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await endSession(page)
  await field(page, 'First name').fill('Typed after the session had ended')
  const question = page.getByRole('dialog', { name: 'Choose your name' })
  await expect(question).toContainText('Your session has ended.')
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: `Continue as ${me}` }).click()
  await expect(question).toBeHidden()
  await expect(page).toHaveURL(/\/payouts\/new/)
  await expect(field(page, 'First name')).toHaveValue('Typed after the session had ended')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await page.reload()
  await expect(field(page, 'First name')).toHaveValue('Typed after the session had ended')
})

test('a hand-over in one tab is noticed in the other, which asks before it does anything', async ({ page, me }) => {
  await page.goto('/beneficiaries')
  const other = await page.context().newPage()
  await other.goto('/beneficiaries')
  await other.getByRole('button', { name: `Signed in as ${me}` }).click()
  await other.getByRole('button', { name: 'Sign out' }).click()
  const next = `Bruno ${randomUUID().slice(0, 8)}`
  await other.getByRole('textbox', { name: 'Your name' }).fill(next)
  await other.getByRole('button', { name: 'Sign in' }).click()

  const question = page.getByRole('dialog', { name: 'Choose your name' })
  await expect(question).toContainText(`${next} signed in in another tab`)
  await question.getByRole('button', { name: `Continue as ${next}` }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Continue as ${next}` })
    .click()
  await expect(page.getByRole('button', { name: `Signed in as ${next}` })).toBeVisible()
})

test('the question of who works waits for a pause in typing, and of all keys Enter alone answers it', async ({
  page,
  me,
}) => {
  await page.clock.install()
  await page.goto('/payouts/new')
  await chooseCountry(page, ruleBook.BR)
  await field(page, 'First name').fill('Before')
  await expect(page.getByText(/^Saved/)).toBeVisible()
  await page.context().clearCookies()
  const refused = page.waitForResponse((response) => response.status() === 401)
  await field(page, 'First name').focus()
  const question = page.getByRole('dialog', { name: 'Choose your name' })
  await page.clock.pauseAt(Date.now() + 2_000)
  await page.keyboard.type('aaaaaaaa ')
  // The form is saved meanwhile.
  await page.clock.runFor(900)
  await refused
  for (const letter of 'bbbb') {
    await page.keyboard.type(letter)
    await page.clock.runFor(900)
  }
  await expect(question).toBeHidden()
  await expect(field(page, 'First name')).toHaveValue('Beforeaaaaaaaa bbbb')
  await page.clock.resume()
  await expect(question).toBeVisible()
  await expect(question.getByRole('heading')).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.type('b')
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: /someone else/ }).click()
  const again = page.getByRole('dialog', { name: 'Start with an empty page?' })
  await expect(again.getByRole('heading')).toBeFocused()
  await page.keyboard.press('Space')
  await again.getByRole('button', { name: 'Back' }).click()
  await expect(question.getByRole('button', { name: `Continue as ${me}` })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(field(page, 'First name')).toHaveValue('Beforeaaaaaaaa bbbb')
})
