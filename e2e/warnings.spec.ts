import type { Locator, Page } from '@playwright/test'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { expectAdvice, field, fillIn, person, startPayout } from './payout-page.ts'
import { inBook, pixDetails, unique } from './saved-beneficiaries.ts'
import { expect, test } from './test.ts'

const { BR, MX } = ruleBook

test('a saved beneficiary with the same document or account is named at the field before the form is complete, and used with one click', async ({
  page,
}) => {
  const [known, another] = [unique(), unique('Rui')]
  await inBook(page, pixDetails(known))
  await inBook(page, pixDetails(another))
  await startPayout(page, BR)
  await field(page, 'Amount').fill('150')
  await field(page, 'CPF').fill(known.cpf)
  await expectAdvice(page, 'CPF', /A saved beneficiary already has this document/)
  await field(page, 'Pix key').fill(another.pixKey)
  await expectAdvice(page, 'CPF', /A saved beneficiary has this document and another account/)
  await expectAdvice(page, 'Pix key', /A saved beneficiary has this account under another document/)
  await expect(tick(page, 'CPF, saved with another account')).toBeVisible()
  await expect(tick(page, 'Pix key, saved with another document')).toBeVisible()
  await field(page, 'Pix key').fill(known.pixKey)
  await page.getByRole('button', { name: 'Use that beneficiary' }).first().click()
  await expect(page.getByRole('region', { name: known.name })).toBeVisible()
  await expect(field(page, 'Amount')).toHaveValue('150')
  await expect(page.getByRole('button', { name: 'Use that beneficiary' })).toHaveCount(0)
})

test('a warning leads from its field to its tick, the only one; its section is complete once that is set', {
  tag: '@phone',
}, async ({ page }) => {
  await startPayout(page, BR)
  await field(page, 'First name').fill('Ana')
  await field(page, 'Last name').fill('Souza')
  await field(page, 'CPF').fill('111.444.777-36')
  await field(page, 'CPF').blur()
  const who = page.getByRole('region', { name: /^Beneficiary/ })
  await expect(who.getByText('1 warning')).toBeVisible()
  await expect(who.getByRole('heading', { name: /complete/ })).toBeHidden()
  const way = page.getByRole('button', { name: 'Confirm it at the end' })
  await way.click()
  const confirmation = tick(page, 'CPF, check digits')
  await expect(confirmation).toHaveCount(1)
  await expect(confirmation).toBeFocused()
  await expect(confirmation).toBeInViewport()
  await page.keyboard.press('Space')
  await expect(confirmation).toBeChecked()
  await expect(way).toBeHidden()
  await expect(who.getByRole('heading', { name: 'Beneficiary (complete)' })).toBeVisible()
  await field(page, 'CPF').fill('111.444.777-35')
  await expect(confirmation).toBeHidden()
})

test('a form that is sent before the server has warned leads to the tick, once it appears, and nothing pinned covers it', async ({
  page,
}) => {
  const known = unique()
  await inBook(page, pixDetails(known))
  await startPayout(page, BR)
  // The answer comes after the refusal, as on a slow network.
  const refused = page.waitForResponse((response) => response.url().endsWith('/api/payouts'))
  await page.route('**/api/payout-warnings', async (route) => {
    await refused
    await route.continue()
  })
  await fillIn(page, BR, BR.methods[0], { ...person, documentNumber: unique().cpf, recipientPixKey: known.pixKey })
  await page.getByRole('button', { name: 'Send to review' }).click()
  await expect(page.getByRole('checkbox', { name: /I checked this/ }).first()).toBeFocused()
  await expect.poll(() => isBare(page.getByText('Not sent yet: confirm this warning first.'))).toBe(true)
})

test('a form that is sent with an open warning leads to its tick, which nothing that is pinned covers', {
  tag: '@phone',
}, async ({ page }) => {
  await startPayout(page, BR)
  const sample = { ...person, ...BR.methods[0].sample, recipientPixKey: unique().pixKey }
  await fillIn(page, BR, BR.methods[0], { ...sample, documentNumber: '111.444.777-36' })
  const confirmation = tick(page, 'CPF, check digits')
  await expect(confirmation).toBeVisible()
  await page.getByRole('button', { name: 'Send to review' }).click()
  await expect(confirmation).toBeFocused()
  await expect(confirmation).toHaveAccessibleDescription(/Not sent yet: confirm this warning first\./)
  const message = page.getByText('Not sent yet: confirm this warning first.')
  expect(await isBare(confirmation)).toBe(true)
  expect(await isBare(message)).toBe(true)
  await page.keyboard.press('Space')
  await expect(message).toBeHidden()
})

test('what the Tab key goes to is not covered by what is pinned', async ({ page }) => {
  await startPayout(page, BR)
  await field(page, 'CPF').fill('111.444.777-36')
  const confirmation = tick(page, 'CPF, check digits')
  await expect(confirmation).toBeVisible()
  await field(page, 'First name').focus()
  const isFocused = () => confirmation.evaluate((box) => box === document.activeElement)
  for (let press = 0; press < 60 && !(await isFocused()); press += 1) await page.keyboard.press('Tab')
  await expect(confirmation).toBeFocused()
  expect(await isBare(confirmation)).toBe(true)
})

test('what is left to do keeps inside of the bar of a phone, beside what opens it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => localStorage.setItem('payout-desk.language', 'es'))
  await page.goto('/payouts/new')
  await page.getByLabel('País', { exact: true }).selectOption(MX.code)
  await page.getByRole('textbox', { name: /^CLABE/ }).fill('00201007777777777')
  await page.getByRole('textbox', { name: /^CURP/ }).fill('BOXW310820HNERXN08')
  await page.getByRole('textbox', { name: /^CURP/ }).blur()
  // Beside the longest button there is room for what comes first; the drawer says all.
  const bar = page.getByRole('button', { name: /: 1 por corregir$/ })
  await expect(bar).toBeVisible()
  const chevron = await bar.locator('svg').last().boundingBox()
  expect((chevron?.x ?? 999) + (chevron?.width ?? 0)).toBeLessThanOrEqual(390 - 16)
  const overflow = await bar.evaluate((button) => button.scrollWidth - button.clientWidth)
  expect(overflow).toBe(0)
})

/** Whether the middle of an element, and its upper and lower edge, are on the screen with nothing in front of them. */
function isBare(found: Locator): Promise<boolean> {
  return found.evaluate((element) => {
    const { left, top, bottom, width } = element.getBoundingClientRect()
    return [top + 1, (top + bottom) / 2, bottom - 1].every((y) => {
      const front = document.elementFromPoint(left + width / 2, y)
      return front !== null && (element.contains(front) || front.contains(element))
    })
  })
}

function tick(page: Page, matter: string) {
  return page.getByRole('checkbox', { name: `${matter}: I checked this. Keep it`, exact: true })
}
