import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import { revealedSchema, warningsSchema } from '#shared/api/beneficiary.ts'
import type { WarningConfirmations } from '#shared/api/entry.ts'
import { warningId } from '#shared/api/issue.ts'
import { payoutSchema } from '#shared/api/payout.ts'
import { hasValidCbuDigits } from '#shared/check-digits/cbu.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { completeEntry, type RawEntry } from '#shared/payout/entry.ts'
import { bankValidationOffer } from '#shared/validation/validation-questions.ts'
import { field } from './payout-page.ts'
import { inReview, pixDetails, unique } from './saved-beneficiaries.ts'
import { expect, test } from './test.ts'

test('shows the validations of the payout’s own details, whatever is saved of the beneficiary by now, and counts what is new', async ({
  page,
  colleague,
}) => {
  const details = inArgentina('Sandbox Name Mismatch')
  const { id, beneficiaryId } = await sent(page, details)
  await validateBank(page, details)
  const renamed = { ...details, beneficiaryLastName: 'Prueba' }
  await changeSaved(page, beneficiaryId, renamed)
  await validateBank(page, renamed)

  const app = colleague.page
  await app.goto(`/review/${id}`)
  const paper = app.getByRole('article')
  await expect(paper).toContainText('Bank account: Does not match')
  await expect(paper).not.toContainText('the account belongs to this beneficiary')
  await expect(paper).toContainText(/\d+ warnings, \d+ new since it was sent/)
  const queued = app.getByRole('list', { name: 'Waiting for review' }).locator('[aria-current]')
  // What arose since it was sent, too.
  await expect(queued).toContainText(/\d serious warning/)
})

test('says why a validation cannot be had, in the review and on the beneficiary’s page', async ({
  page,
  colleague,
}) => {
  const id = await inReview(page, pixDetails(unique()))
  await colleague.page.goto(`/review/${id}`)
  const paper = colleague.page.getByRole('article')
  const why = 'Bank account: not available. The provider has no bank account validation for Brazil.'
  await expect(paper).toContainText('Identity: these details were not validated.')
  await expect(paper).toContainText(why)
  const { beneficiaryId } = await payout(page, id)
  await page.goto(`/beneficiaries/${beneficiaryId}`)
  const checks = page.getByRole('region', { name: 'Validations' })
  await expect(checks).toContainText('Edit the details to ask for an identity validation.')
  await expect(checks).toContainText(why)
})

test('an edit that meets newer details of the saved beneficiary says so, and who changed them', async ({
  page,
  colleague,
}) => {
  const details = pixDetails(unique())
  const { id, beneficiaryId, version } = await payout(page, await inReview(page, details))
  const returned = await colleague.page.request.post(`/api/payouts/${id}/return`, {
    data: { comment: 'Ask for the name once more.' },
    headers: { 'if-match': `"${version}"` },
  })
  expect(returned.status()).toBe(200)
  await page.goto(`/payouts/${id}/edit`)
  await field(page, 'First name').fill('Alvarinho')
  await changeSaved(page, beneficiaryId, { ...details, beneficiaryFirstName: 'Alvinho' })
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(page.getByText('The saved beneficiary has changed.').first()).toBeVisible()
  await expect(page.getByText(/You changed it .*Your changes are kept/)).toBeVisible()
  const name = page.getByRole('group', { name: 'First name' })
  await expect(name.getByRole('radio', { name: /In this payout.*Alvarinho/ })).toBeVisible()
  await expect(name.getByRole('radio', { name: /Saved beneficiary, by you.*Alvinho/ })).toBeVisible()
})

function inArgentina(lastName: string): RawEntry {
  return {
    country: 'AR',
    method: 'account',
    beneficiaryFirstName: 'Ana',
    beneficiaryLastName: lastName,
    documentType: '1',
    documentNumber: String(randomInt(30_000_000, 39_999_999)),
    accountNumber: doubtfulCbu(),
  }
}

/** A new account number with wrong check digits, so that there is always one warning to confirm. */
function doubtfulCbu(): string {
  const number = `0110599520000${randomInt(100_000_000, 999_999_999)}`
  return hasValidCbuDigits(number) ? doubtfulCbu() : number
}

async function sent(page: Page, entry: RawEntry) {
  const write = { entry: { ...entry, amount: '12.50' }, submit: true }
  return payoutSchema.parse(
    await confirming((confirmed) =>
      page.request.post('/api/payouts', {
        data: { ...write, confirmed },
        headers: { 'idempotency-key': randomUUID() },
      }),
    ),
  )
}

async function changeSaved(page: Page, id: string, entry: RawEntry): Promise<void> {
  const revealed = await page.request.post(`/api/beneficiaries/${id}/reveal`, { data: { purpose: 'edit' } })
  const { version } = revealedSchema.parse(await revealed.json())
  await confirming((confirmed) =>
    page.request.put(`/api/beneficiaries/${id}`, {
      data: { entry, confirmed },
      headers: { 'if-match': `"${version}"` },
    }),
  )
}

/** Sends a write, and once more with all of its warnings confirmed. */
async function confirming(send: (confirmed: WarningConfirmations) => ReturnType<Page['request']['post']>) {
  const once = await send([])
  const answer = once.status() === 409 ? await send(confirmedOf(await once.json())) : once
  expect(answer.ok(), await answer.text()).toBe(true)
  return z.unknown().parse(await answer.json())
}

function confirmedOf(answer: unknown): WarningConfirmations {
  return warningsSchema.parse(answer).warnings.map((warning) => ({ warningId: warningId(warning) }))
}

async function validateBank(page: Page, entry: RawEntry): Promise<void> {
  const offer = bankValidationOffer(ruleBook.AR, completeEntry(entry))
  expect(offer.state).toBe('ready')
  const data = offer.state === 'ready' ? offer.request : undefined
  const answer = await page.request.post('/api/bank-validations', { data })
  expect(answer.ok(), await answer.text()).toBe(true)
}

async function payout(page: Page, id: string) {
  return payoutSchema.parse(await (await page.request.get(`/api/payouts/${id}`)).json())
}
