import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { type Payout, payoutSchema } from '#shared/api/payout.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { chooseCountry, field } from './payout-page.ts'
import { approveAndExport, inBook, inReview, pixDetails, unique } from './saved-beneficiaries.ts'
import { expectSound } from './sound.ts'
import { expect, test } from './test.ts'

const { BR } = ruleBook

async function search(page: Page, text: string): Promise<void> {
  await page.goto('/beneficiaries')
  await page.getByRole('searchbox', { name: 'Search beneficiaries' }).fill(text)
}

async function payoutOf(page: Page, id: string): Promise<Payout> {
  return payoutSchema.parse(await (await page.request.get(`/api/payouts/${id}`)).json())
}

/** The version of a beneficiary as a header names it. */
async function versionOf(page: Page, id: string): Promise<string> {
  return (await page.request.get(`/api/beneficiaries/${id}`)).headers().etag ?? ''
}

function row(page: Page, name: string) {
  return page.getByRole('row').filter({ hasText: name })
}

test('a person enters a beneficiary once, and finds them by the beginning of a name without its accents', {
  tag: '@phone',
}, async ({ page }) => {
  const her = unique()
  await page.goto('/beneficiaries')
  await page.getByRole('link', { name: 'New beneficiary' }).click()
  await chooseCountry(page, BR)
  await page.getByRole('button', { name: /^Save/ }).last().click()
  const summary = page.getByRole('region', { name: 'There is something to fix' })
  await expect(summary.getByRole('link', { name: /CPF/ })).toBeVisible()
  await expect(summary).not.toContainText(/amount/i)
  await expectSound(page)
  await field(page, 'First name').fill(her.firstName)
  await field(page, 'Last name').fill(her.lastName)
  await field(page, 'CPF').fill(her.cpf)
  await field(page, 'Pix key').fill(her.pixKey)
  await page.getByRole('button', { name: /^Save/ }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: her.name })).toBeVisible()

  await search(page, `alvaro conceicao ${her.lastName.split(' ')[1]?.slice(0, 5)}`)
  await row(page, her.name).getByRole('link').first().press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: her.name })).toBeVisible()
})

test('a person finds a beneficiary by the last four digits, which stay out of the address, and finds the search again on the way back', async ({
  page,
}) => {
  const him = unique()
  await inBook(page, pixDetails(him))
  await search(page, 'Nobody has this name')
  await expect(page.getByText('No beneficiary found.')).toBeVisible()
  await expectSound(page)
  await page.getByRole('searchbox', { name: 'Search beneficiaries' }).fill(him.cpf.slice(-4))
  await expect(row(page, him.name)).toBeVisible()
  await page.getByRole('combobox', { name: 'Country' }).selectOption('Brazil')
  await expect(page).toHaveURL(/\/beneficiaries\?country=BR$/)
  await expectSound(page)
  await row(page, him.name).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: him.name })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('searchbox', { name: 'Search beneficiaries' })).toHaveValue(him.cpf.slice(-4))
  await expect(row(page, him.name)).toBeVisible()
})

test('a beneficiary’s numbers are revealed and that is audited, their data downloaded, and after an archive they are restored and paid', async ({
  page,
  me,
}) => {
  const him = unique()
  await page.goto(`/beneficiaries/${await inBook(page, pixDetails(him))}`)
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details).not.toContainText(him.cpf)
  await expect(details).toContainText(him.cpf.slice(-4))
  await details.getByRole('button', { name: 'Show in full' }).click()
  await expect(details).toContainText(him.cpf)
  await expectSound(page)
  await details.getByRole('button', { name: 'Hide again' }).click()
  await expect(details).not.toContainText(him.cpf)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export personal data' }).click()
  expect((await download).suggestedFilename()).toMatch(/^personal-data-\d{4}-\d\d-\d\d\.json$/)

  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(page.getByText('Archived', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pay', exact: true })).toBeHidden()
  await page.goto('/beneficiaries?status=active')
  await page.getByRole('searchbox', { name: 'Search beneficiaries' }).fill(him.name)
  await expect(page.getByText('No beneficiary found.')).toBeVisible()
  await page.getByRole('button', { name: 'Archived' }).click()
  await row(page, him.name).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('link', { name: 'Pay', exact: true })).toBeVisible()
  await expect(page.getByText(`${me} viewed the details of`)).toBeVisible()
  await page.getByRole('link', { name: 'Enter the first payout' }).click()
  await expect(page.getByRole('region', { name: him.name })).toBeVisible()
  await expect(field(page, 'Amount')).toBeFocused()
})

test('all beneficiaries are downloaded in full as a file', async ({ page }) => {
  const him = unique()
  await inBook(page, pixDetails(him))
  await page.goto('/beneficiaries')
  await page.getByRole('button', { name: 'Export all…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export all beneficiaries' })
  await expect(dialog.getByRole('button', { name: 'Download XLSX' })).toBeVisible()
  await expectSound(page)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^beneficiaries-\d{4}-\d\d-\d\d\.csv$/)
  expect(await readFile(await download.path(), 'utf8')).toContain(him.cpf)
})

test('an edit that is left goes on where it was', async ({ page }) => {
  const him = unique()
  const id = await inBook(page, pixDetails(him))
  await page.goto(`/beneficiaries/${id}/edit`)
  await field(page, 'City').fill('Recife')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await page.reload()
  await expect(field(page, 'City')).toHaveValue('Recife')
})

test('the same account under another document is warned about, and passes once a person confirms', async ({ page }) => {
  const first = unique('Rosa')
  const id = await inBook(page, pixDetails(first))
  const second = { ...unique('Rui'), pixKey: first.pixKey }
  await page.goto('/beneficiaries/new')
  await chooseCountry(page, BR)
  await field(page, 'First name').fill(second.firstName)
  await field(page, 'Last name').fill(second.lastName)
  await field(page, 'CPF').fill(second.cpf)
  await field(page, 'Pix key').fill(second.pixKey)
  const save = page.getByRole('button', { name: /^Save/ }).last()
  await save.click()
  await expect(page.getByText('Not saved yet: confirm this warning')).toBeVisible()
  // It names them, so that the two can be compared.
  const other = page.getByRole('link', { name: first.name })
  await expect(other).toHaveAttribute('href', `/beneficiaries/${id}`)
  await page.getByRole('checkbox', { name: /I checked this/ }).check()
  await save.click()
  await expect(page.getByRole('heading', { level: 1, name: second.name })).toBeVisible()
})

test('two people who edit at once choose field by field, and neither loses anything', async ({ page, colleague }) => {
  const him = unique()
  const id = await inBook(page, { ...pixDetails(him), city: 'Recife', email: 'before@example.com' })
  await page.goto(`/beneficiaries/${id}/edit`)
  await expect(field(page, 'City')).toHaveValue('Recife')

  await colleague.page.goto(`/beneficiaries/${id}/edit`)
  await field(colleague.page, 'City').fill('Olinda')
  await field(colleague.page, 'E-mail').fill('theirs@example.com')
  await colleague.page.getByRole('button', { name: /^Save/ }).last().click()
  await expect(colleague.page.getByRole('heading', { level: 1, name: him.name })).toBeVisible()

  await field(page, 'City').fill('Natal')
  await field(page, 'First name').fill('Alvarinho')
  await page.getByRole('button', { name: /^Save/ }).last().click()
  await expect(page.getByText(`${colleague.name} saved changes while you were editing.`)).toBeVisible()
  await expectSound(page)

  const both = page.getByRole('region', { name: 'For you to decide' })
  await expect(both.getByRole('group', { name: 'City' })).toContainText('Natal')
  await expect(both.getByRole('group', { name: 'City' })).toContainText('Olinda')
  await expect(both.getByRole('group')).toHaveCount(1)
  const alone = page.getByRole('region', { name: 'Already resolved' })
  await expect(alone.getByRole('group', { name: 'First name' }).getByRole('radio', { name: /Yours/ })).toBeChecked()
  await expect(
    alone.getByRole('group', { name: 'E-mail' }).getByRole('radio', { name: /theirs@example.com/ }),
  ).toBeChecked()

  await expect(page.getByText('Choose first: City')).toBeVisible()
  const theirs = both.getByRole('radio', { name: /Olinda/ })
  await theirs.check()
  await expect(theirs).toHaveCSS('border-top-width', '5px')
  await page.getByRole('button', { name: 'Save with these choices' }).click()

  await expect(page.getByRole('heading', { level: 1, name: `Alvarinho ${him.lastName}` })).toBeVisible()
  await page.getByRole('button', { name: 'Show in full' }).click()
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details).toContainText('Olinda')
  await expect(details).toContainText('theirs@example.com')
})

test('an account that has changed since the last payout is told of on the page, with who changed it', async ({
  page,
  colleague,
}) => {
  const him = unique()
  const payout = await inReview(page, pixDetails(him))
  const { beneficiaryId } = await payoutOf(page, payout)
  const callout = page.getByText('The details have changed since the last exported payout')
  const isTold = async (told: boolean) => {
    await page.goto(`/beneficiaries/${beneficiaryId}`)
    await expect(page.getByRole('region', { name: 'Details' })).toBeVisible()
    await expect(callout).toBeVisible({ visible: told })
  }
  await approveAndExport(colleague.page, payout)
  await isTold(false)
  const details = { ...pixDetails(him), recipientPixKey: `x${unique().pixKey}` }
  const changed = await page.request.put(`/api/beneficiaries/${beneficiaryId}`, {
    data: { entry: details, confirmed: [] },
    headers: { 'if-match': await versionOf(page, beneficiaryId) },
  })
  expect(changed.status(), await changed.text()).toBe(200)
  await isTold(true)
  const change = page.getByRole('listitem').filter({ hasText: /^Pix key \S+…\S+ → \S+…\S+, changed by .+/ })
  await expect(change).toBeVisible()
})

test('erasing first shows which payouts prevent it, asks twice once they have ended, and leaves nothing of the person', async ({
  page,
}) => {
  const him = unique()
  const payout = await inReview(page, pixDetails(him))
  const { beneficiaryId, externalReference, version } = await payoutOf(page, payout)
  await page.goto(`/beneficiaries/${beneficiaryId}`)
  await page.getByRole('button', { name: 'Erase…' }).click()
  const question = page.getByRole('dialog', { name: `Erase ${him.name}?` })
  await expect(question.getByRole('status')).toContainText(
    'Not possible yet: payouts to this beneficiary are in review or approved.',
  )
  await expect(question.getByRole('listitem')).toHaveText([
    new RegExp(`^${externalReference} · .*150\\.25.* · In review$`),
  ])
  await expect(question.getByRole('checkbox')).toBeHidden()
  await expect(question.getByRole('button', { name: 'Erase for good' })).toBeHidden()
  await question.getByRole('link', { name: externalReference }).click()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await expect.poll(async () => (await payoutOf(page, payout)).version).toBeGreaterThan(version)
  await page.goto(`/beneficiaries/${beneficiaryId}`)
  await page.getByRole('button', { name: 'Erase…' }).click()
  await expect(question).toContainText('One payout that is a draft or was returned is deleted as well.')
  await question.getByRole('button', { name: 'Erase for good' }).click()
  await expect(question.getByText('Tick this box first.')).toBeVisible()
  await expectSound(page)
  await question.getByRole('checkbox', { name: 'I understand that this cannot be undone' }).check()
  await question.getByRole('button', { name: 'Erase for good' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Erased' })).toBeVisible()
  await expect(page.getByText('This beneficiary was erased.')).toBeVisible()
  await expect(page.locator('body')).not.toContainText(him.lastName)
  await expectSound(page)
  await search(page, him.name)
  await expect(page.getByText('No beneficiary found.')).toBeVisible()
})

test('a payout that is sent to review while the dialog is open still prevents erasing: the server refuses', async ({
  page,
}) => {
  const him = unique()
  const id = await inBook(page, pixDetails(him))
  await page.goto(`/beneficiaries/${id}`)
  await page.getByRole('button', { name: 'Erase…' }).click()
  const question = page.getByRole('dialog', { name: `Erase ${him.name}?` })
  await question.getByRole('checkbox').check()
  const version = (await (await page.request.get(`/api/beneficiaries/${id}`)).json()).version
  const sent = await page.request.post('/api/payouts', {
    data: {
      beneficiary: { id, version },
      entry: { ...pixDetails(him), amount: '12' },
      confirmed: [],
      submit: true,
    },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(sent.status()).toBe(201)
  await question.getByRole('button', { name: 'Erase for good' }).click()
  await expect(question).toContainText('There are open payouts')
  await expect(question.getByRole('link', { name: 'Open payout 1' })).toBeVisible()
  await expect(question.getByRole('button', { name: 'Erase for good' })).toBeFocused()
})
