import type { Locator, Page } from '@playwright/test'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { field, fillIn, person, startPayout } from './payout-page.ts'
import { inBook, pixDetails, unique } from './saved-beneficiaries.ts'
import { expect, test } from './test.ts'

const { BR } = ruleBook

/** Some time passes between down and up, as with a person, who need not hit the middle; a finger taps. */
async function press(button: Locator, hasTouch: boolean): Promise<void> {
  if (hasTouch) await button.tap({ position: { x: 20, y: 1 } })
  else await button.click({ delay: 80, position: { x: 20, y: 1 } })
}

/** A form with all but an amount, which is typed last, and wrongly: leaving the field says so in three lines. */
async function typeAmountLast(page: Page): Promise<void> {
  await startPayout(page, BR)
  const { cpf, pixKey } = unique()
  const values = { ...BR.methods[0].sample, ...person, documentNumber: cpf, recipientPixKey: pixKey, amount: '1.000' }
  await fillIn(page, BR, BR.methods[0], values)
  await expect(field(page, 'Amount')).toBeFocused()
  // What is below the amount comes late, all at once.
  await expect(page.getByRole('button', { name: 'Check identity' })).toBeVisible()
}

test('each button answers to the first press, straight after an amount that leaving its field asks back', {
  tag: '@phone',
}, async ({ page, hasTouch }) => {
  await typeAmountLast(page)
  for (const name of ['Copy request', 'Send to review']) {
    await press(page.getByRole('button', { name, exact: true }), hasTouch)
    await expect(page.getByRole('region', { name: 'There is something to fix' })).toBeFocused()
    // Fixed, and wrong again.
    await field(page, 'Amount').fill('10')
    await expect(page.getByRole('region', { name: 'There is something to fix' })).toBeHidden()
    await field(page, 'Amount').fill('1.000')
  }
  await press(page.getByRole('button', { name: 'Save as draft', exact: true }), hasTouch)
  await expect(page.getByText('1 thing to fix before it can be sent to review')).toBeVisible()
})

test('while a button is pressed nothing moves it; once it is let go the field says what is wrong', async ({ page }) => {
  await typeAmountLast(page)
  const button = page.getByRole('button', { name: 'Copy request', exact: true })
  await button.hover()
  const before = await button.boundingBox()
  await page.mouse.down()
  await expect(field(page, 'Amount')).not.toBeFocused()
  expect(await button.boundingBox()).toEqual(before)
  // Drawn away from it: the press is called off, and still the message comes.
  await page.mouse.move(0, 0)
  await page.mouse.up()
  await expect(field(page, 'Amount')).toHaveAccessibleDescription(/Error/)
})

test('an answer that comes while a row of a list is pressed does not take the row away', async ({ page }) => {
  const [first, second] = [unique(), unique()]
  const id = await inBook(page, pixDetails(first))
  await inBook(page, pixDetails(second))
  await page.goto('/beneficiaries')
  await page.getByRole('searchbox').fill(first.lastName)
  const row = page.getByRole('link', { name: first.name, exact: true })
  // Both are in the list of everybody too, where rows still move.
  await expect(page.getByRole('main').getByText('1 beneficiary', { exact: true })).toBeVisible()
  await row.hover()
  await page.mouse.down()
  // However busy the machine is, the answer comes while the row is pressed.
  const answer = page.waitForResponse((response) => response.request().postData()?.includes(second.lastName) === true)
  await page.getByRole('searchbox').fill(second.lastName)
  await (await answer).finished()
  await page.mouse.up()
  await expect(page).toHaveURL(new RegExp(`/beneficiaries/${id}$`))
})
