import type { Page } from '@playwright/test'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { fillIn, person, startPayout } from './payout-page.ts'
import { unique } from './saved-beneficiaries.ts'
import { expect, test } from './test.ts'

const { BR } = ruleBook

async function brazilian(page: Page, lastName: string): Promise<void> {
  await startPayout(page, BR)
  // Somebody whom nobody has validated.
  const who = { documentNumber: unique().cpf, beneficiaryLastName: lastName }
  await fillIn(page, BR, BR.methods[0], { ...person, ...BR.methods[0].sample, ...who })
}

async function validateIdentity(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check identity' }).click()
}

function identity(page: Page) {
  return page.getByRole('region', { name: 'Check identity' })
}

test('a reload while a check runs finds its answer and asks nothing twice', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().endsWith('-validations') && asked.push(request.url()))
  await brazilian(page, 'Sandbox Slow')
  await validateIdentity(page)
  await expect(identity(page)).toContainText('Waiting for the provider.')
  await page.reload()
  await expect(identity(page)).toContainText('Name and document match.', { timeout: 15_000 })
  expect(asked).toHaveLength(1)
})

test('without a network the checks wait and say so', async ({ page, context }) => {
  await brazilian(page, 'Souza')
  await context.setOffline(true)
  await expect(identity(page)).toContainText('You are offline.')
  await context.setOffline(false)
  await expect(identity(page)).not.toContainText('You are offline.')
})

test('two quick presses ask the provider once', async ({ page }) => {
  await brazilian(page, 'Sandbox Slow')
  const asked: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/identity-validations') && asked.push(request.url()))
  await page.getByRole('button', { name: 'Check identity' }).dblclick()
  await expect(identity(page)).toContainText('Name and document match.', { timeout: 15_000 })
  expect(asked).toHaveLength(1)
})

test('test mode is always in sight and its checks are simulated', async ({ page }) => {
  await brazilian(page, 'Souza')
  await page.getByText('E-mail, city, reference, notification').click()
  await page.getByRole('checkbox', { name: 'Test mode' }).check()
  const strip = page.getByText('Test mode', { exact: true }).and(page.locator('strong'))
  await expect(strip).toBeVisible()
  await validateIdentity(page)
  await expect(identity(page)).toContainText('Simulated: test mode always matches.')
  await page.reload()
  await page.getByText('E-mail, city, reference, notification').click()
  await expect(page.getByRole('checkbox', { name: 'Test mode' })).toBeChecked()
})
