import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { payoutSchema } from '#shared/api/payout.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { confirmWarnings, copiedRequest, fillIn, person, startPayout } from './payout-page.ts'
import { approve, inReview, pixDetails, unique } from './saved-beneficiaries.ts'
import { expect, test } from './test.ts'

const { BR } = ruleBook

/** A payout that waits for review, entered past the screens, and its reference. */
async function entered(page: Page): Promise<{ readonly id: string; readonly reference: string }> {
  const id = await inReview(page, pixDetails(unique()))
  return { id, reference: await referenceOf(page, id) }
}

/** The reference of the payout that is shown. */
function referenceOn(page: Page): Promise<string> {
  return page.getByText(/^PD-[A-Z0-9]+$/).innerText()
}

/** The reference of a payout that was entered past the screens. */
async function referenceOf(page: Page, id: string): Promise<string> {
  const answer = await page.request.get(`/api/payouts/${id}`)
  return payoutSchema.parse(await answer.json()).externalReference
}

/** Confirms whatever is warned of, also what others enter meanwhile. */
async function sendToReview(page: Page): Promise<void> {
  const sent = page.getByText('Sent to review.')
  await expect(async () => {
    if (await sent.isVisible()) return
    await confirmWarnings(page)
    await page.getByRole('button', { name: 'Send to review', exact: true }).click({ timeout: 2000 })
    await expect(sent).toBeVisible({ timeout: 3000 })
  }).toPass()
}

/** Opens a payout of the queue by its reference. */
async function review(page: Page, reference: string): Promise<void> {
  await page.goto('/payouts')
  await page.getByLabel('Search payouts').fill(reference)
  await page
    .getByRole('row', { name: new RegExp(reference) })
    .getByRole('link')
    .click()
  await page.getByRole('button', { name: 'Review', exact: true }).click()
}

test('a payout is entered, checked, sent to review, approved by another person, and the exported file is the request', {
  tag: '@phone',
}, async ({ page, colleague }) => {
  // No saved beneficiary has these details: warnings would have to be confirmed before the request can be copied.
  const { cpf, pixKey } = unique()
  await startPayout(page, BR)
  await fillIn(page, BR, BR.methods[0], {
    ...person,
    ...BR.methods[0].sample,
    documentNumber: cpf,
    recipientPixKey: pixKey,
  })
  await page.getByRole('button', { name: 'Check identity' }).click()
  await expect(page.getByRole('region', { name: 'Check identity' })).toContainText('Name and document match')
  const request = await copiedRequest(page)
  await sendToReview(page)
  const reference = await referenceOn(page)

  await review(colleague.page, reference)
  const paper = colleague.page.getByRole('article')
  await expect(paper).toContainText('Identity: ')
  await expect(paper).toContainText('Name and document match')
  await colleague.page.getByRole('button', { name: 'Approve…' }).click()
  await colleague.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(colleague.page.getByText(`${reference} was approved.`).first()).toBeVisible()

  await colleague.page.goto('/payouts?state=approved')
  await colleague.page.getByLabel('Search payouts').fill(reference)
  await colleague.page
    .getByRole('row', { name: new RegExp(reference) })
    .getByRole('link')
    .click()
  await expect(colleague.page.getByText('It is ready to be exported.')).toBeVisible()
  await colleague.page.goto('/exports')
  const ticks = colleague.page.getByRole('row', { name: new RegExp(reference) }).getByRole('checkbox')
  await ticks.check()
  const download = colleague.page.waitForEvent('download')
  await colleague.page.getByRole('button', { name: 'Export 1 payout…' }).click()
  await colleague.page.getByRole('button', { name: 'Export 1 payout', exact: true }).click()
  const file = JSON.parse(readFileSync(await (await download).path(), 'utf8'))
  expect(file).toEqual([{ ...Object(request), externalReference: reference }])
})

test('what is returned with a comment comes back to the person who entered it, who cannot approve it', async ({
  page,
  colleague,
}) => {
  const { id, reference } = await entered(page)
  await page.goto(`/payouts/${id}`)
  await expect(page.getByText('someone else has to approve it')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Review', exact: true })).toBeHidden()
  await colleague.page.goto(`/review/${id}`)
  await colleague.page.getByRole('button', { name: 'Return with a comment' }).click()
  await colleague.page.getByRole('button', { name: 'Return', exact: true }).click()
  await expect(colleague.page.getByText(/Enter what has to change/)).toBeVisible()
  await colleague.page.getByLabel('What has to change').fill('The amount is for two months.')
  await colleague.page.getByRole('button', { name: 'Return', exact: true }).click()
  await expect(colleague.page.getByText(`${reference} was returned.`).first()).toBeVisible()
  await page.goto(`/payouts/${id}`)
  await expect(page.getByText('The amount is for two months.')).toBeVisible()
  // To change it is what the comment asks for; it can be sent as it is, but that is no longer the first that is offered.
  await expect(page.getByRole('button', { name: /^(Edit|Send to review)$/ })).toHaveText(['Edit', 'Send to review'])
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByText(`${reference} was returned by ${colleague.name}.`)).toBeVisible()
  await page.getByRole('textbox', { name: 'Amount' }).fill('7500')
  await sendToReview(page)
  await expect(page.getByText('In review')).toBeVisible()

  await colleague.page.goto(`/review/${id}`)
  const paper = colleague.page.getByRole('article', { name: reference })
  await expect(paper.getByText(`Previously returned by ${colleague.name}`)).toBeVisible()
  await expect(paper.getByText('The amount is for two months.')).toBeVisible()
})

test('a payout that changes during its review is shown old and new, and not approved before the reviewer has seen that', async ({
  page,
  colleague,
}) => {
  const { id, reference } = await entered(page)
  await colleague.page.goto(`/review/${id}`)
  const paper = colleague.page.getByRole('article', { name: reference })
  await expect(paper).toContainText('150.25')
  await page.goto(`/payouts/${id}/edit`)
  await page.getByRole('textbox', { name: 'Amount' }).fill('99900')
  await sendToReview(page)

  await paper.getByRole('button', { name: 'Approve…' }).click()
  await paper.getByRole('button', { name: 'Approve', exact: true }).click()
  const changed = paper.getByRole('region', { name: 'Not approved: it was changed while you were reviewing it.' })
  await expect(changed).toContainText('99,900.00')
  await expect(changed).toContainText('was 150.25')
  await expect(paper).toContainText('Check the changes first.')
  await expect(changed).toBeFocused()
  await colleague.page.keyboard.press('a')
  await page.reload()
  await expect(page.getByText('In review')).toBeVisible()

  await changed.getByRole('button', { name: 'I checked the changes' }).click()
  await expect(changed).toBeHidden()
  await paper.getByRole('button', { name: 'Approve…' }).click()
  await paper.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(colleague.page.getByText(`${reference} was approved.`).first()).toBeVisible()
})

test('the file of an earlier export is given once more only after a question, which says what it lacks since a beneficiary was erased', async ({
  page,
  colleague,
}) => {
  const ids = [await inReview(page, pixDetails(unique())), await inReview(page, pixDetails(unique()))]
  for (const id of ids) await approve(colleague.page, id)
  const made = await colleague.page.request.post('/api/exports', {
    data: { payoutIds: ids, format: 'json', again: false },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(made.status()).toBe(201)
  const app = colleague.page
  await app.goto('/exports')
  const row = app.getByRole('row', { name: new RegExp(colleague.name) })
  await expect(row).toContainText('300.50')
  await expect(row).not.toContainText('missing')
  await erase(page, ids[0] ?? '')

  // The list came before the erasure: the question finds out.
  await row.getByRole('button', { name: 'JSON', exact: true }).click()
  const lack = '1 of 2 missing from the file: the beneficiary was erased.'
  await expect(app.getByRole('dialog')).toContainText('Sending both files would pay twice.')
  await expect(app.getByRole('dialog')).toContainText(lack)
  await expect(app.getByRole('dialog')).toContainText('Its payout was already exported.')
  const download = app.waitForEvent('download')
  await app.getByRole('button', { name: 'Download again' }).click()
  expect(JSON.parse(readFileSync(await (await download).path(), 'utf8'))).toHaveLength(1)
  const notice = 'The file is being saved. 1 of 2 payouts is missing from it, because its beneficiary was erased.'
  await expect(app.getByRole('main').getByText(notice)).toBeVisible()
  await expect(row).toContainText(lack)
  await expect(row).toContainText('when exported')
})

/** Erases whom a payout goes to, past the screens. */
async function erase(page: Page, payoutId: string): Promise<void> {
  const { beneficiaryId } = payoutSchema.parse(await (await page.request.get(`/api/payouts/${payoutId}`)).json())
  const found = await page.request.get(`/api/beneficiaries/${beneficiaryId}`)
  const answer = await page.request.post(`/api/beneficiaries/${beneficiaryId}/erase`, {
    data: { confirm: true },
    headers: { 'if-match': found.headers().etag ?? '' },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}
