import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { copiedRequest, fillIn, person, startPayout } from './payout-page.ts'
import { expect, test } from './test.ts'

const { BR, MX } = ruleBook

/** Enters a payout from the country's own sample and sends it to review; gives its reference. */
async function enter(page: Page, lastName: string): Promise<string> {
  await startPayout(page, BR)
  await fillIn(page, BR, BR.methods[0], { ...person, ...BR.methods[0].sample, beneficiaryLastName: lastName })
  await sendToReview(page)
  return page.getByRole('heading', { level: 1 }).innerText()
}

async function sendToReview(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send to review' }).click()
  await page.getByText('Sent to review.').or(page.getByText('confirm the warnings above first')).waitFor()
  for (const tick of await page.getByRole('checkbox', { name: /I have looked at it/ }).all()) await tick.check()
  if (await page.getByText('confirm the warnings above first').isVisible())
    await page.getByRole('button', { name: 'Send to review' }).click()
  await expect(page.getByText('Sent to review.')).toBeVisible()
}

/** Opens a payout of the queue by its reference. */
async function review(page: Page, reference: string): Promise<void> {
  await page.goto('/payouts')
  await page.getByLabel('Search payouts').fill(reference)
  await page.getByRole('link', { name: /Ana/ }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: reference })).toBeVisible()
  await page.getByRole('button', { name: 'Review', exact: true }).click()
}

test('a payout is entered, checked, sent to review, approved by somebody else, and the exported file is the request', async ({
  page,
  colleague,
}) => {
  await startPayout(page, MX)
  await fillIn(page, MX, MX.methods[0], { ...person, ...MX.methods[0].sample })
  await page.getByRole('button', { name: 'Check identity' }).click()
  await expect(page.getByRole('region', { name: 'Check identity' })).toContainText('name and document match')
  const request = await copiedRequest(page)
  await sendToReview(page)
  const reference = await page.getByRole('heading', { level: 1 }).innerText()

  await review(colleague.page, reference)
  const paper = colleague.page.getByRole('article')
  await expect(paper).toContainText('Identity: ')
  await expect(paper).toContainText('name and document match')
  await colleague.page.getByRole('button', { name: 'Approve' }).click()
  await expect(colleague.page.getByText(`${reference} is approved.`).first()).toBeVisible()

  await colleague.page.goto('/payouts?state=approved')
  await colleague.page.getByLabel('Search payouts').fill(reference)
  await colleague.page.getByRole('link', { name: /Ana/ }).first().click()
  await expect(colleague.page.getByText('It is ready to be exported.')).toBeVisible()
  await colleague.page.goto('/exports')
  const ticks = colleague.page.getByRole('row', { name: new RegExp(reference) }).getByRole('checkbox')
  await colleague.page.getByLabel('All that are shown').uncheck()
  await ticks.check()
  const download = colleague.page.waitForEvent('download')
  await colleague.page.getByRole('button', { name: 'Export 1 payout' }).click()
  const file = JSON.parse(readFileSync(await (await download).path(), 'utf8'))
  expect(file).toEqual([{ ...Object(request), externalReference: reference }])
})

test('who entered a payout cannot approve it, and is told why', async ({ page }) => {
  const reference = await enter(page, 'Souza')
  await page.goto(`/payouts?state=in_review`)
  await page.getByLabel('Search payouts').fill(reference)
  await page.getByRole('link', { name: /Ana/ }).first().click()
  await expect(page.getByRole('button', { name: 'Review', exact: true })).toBeHidden()
  await expect(page.getByText(/entered/i).first()).toBeVisible()
})

test('what is returned with a comment comes back to the person who entered it', async ({ page, colleague }) => {
  const reference = await enter(page, 'Lima')
  await review(colleague.page, reference)
  await colleague.page.getByRole('button', { name: 'Return with a comment' }).click()
  await colleague.page.getByRole('button', { name: 'Return', exact: true }).click()
  await expect(colleague.page.getByText(/Say what has to change/)).toBeVisible()
  await colleague.page.getByLabel('What has to change').fill('The amount is for two months.')
  await colleague.page.getByRole('button', { name: 'Return', exact: true }).click()
  await expect(colleague.page.getByText(`${reference} is returned.`).first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('The amount is for two months.')).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('7500')
  await sendToReview(page)
  await expect(page.getByText('In review')).toBeVisible()
})
