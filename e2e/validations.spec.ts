import type { Page } from '@playwright/test'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { fillIn, person, startPayout } from './payout-page.ts'
import { unique } from './saved-beneficiaries.ts'
import { expect, test } from './test.ts'

const { BR } = ruleBook

async function brazilian(page: Page, lastName: string): Promise<void> {
  await startPayout(page, BR)
  // A person who has never been validated.
  const who = { documentNumber: unique().cpf, beneficiaryLastName: lastName }
  await fillIn(page, BR, BR.methods[0], { ...person, ...BR.methods[0].sample, ...who })
}

async function validateIdentity(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check identity' }).click()
}

function identity(page: Page) {
  return page.getByRole('region', { name: 'Check identity' })
}

test('two quick presses and a reload while a check runs ask the provider once, and its answer is found', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().endsWith('-validations') && asked.push(request.url()))
  await brazilian(page, 'Sandbox Slow')
  await page.getByRole('button', { name: 'Check identity' }).dblclick()
  await expect(identity(page)).toContainText('Waiting for the provider.')
  await page.reload()
  await expect(identity(page)).toContainText('Name and document match.')
  expect(asked).toHaveLength(1)
})

test('checks wait without a network and say so; test mode is always in sight and simulates them', async ({
  page,
  context,
}) => {
  await brazilian(page, 'Souza')
  await context.setOffline(true)
  await expect(identity(page)).toContainText('You are offline.')
  await context.setOffline(false)
  await expect(identity(page)).not.toContainText('You are offline.')
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
