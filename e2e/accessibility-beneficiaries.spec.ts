import { ruleBook } from '#shared/countries/rule-book.ts'
import { chooseCountry, field } from './payout-page.ts'
import { inBook, pixDetails, unique } from './saved-beneficiaries.ts'
import { expectSound } from './sound.ts'
import { expect, test } from './test.ts'

test('assistive technology finds nothing to trip over where a name is asked for', async ({ page }) => {
  await page.context().clearCookies()
  await page.goto('/beneficiaries')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Enter your name, or choose it below.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Names used here before' })).toBeVisible()
  await expectSound(page)
})

test('assistive technology finds nothing to trip over in the menus of the frame, and in the question when a session has ended', {
  tag: '@phone',
}, async ({ page, me, isMobile }) => {
  await page.goto('/beneficiaries/new')
  await chooseCountry(page, ruleBook.BR)
  await page.getByRole('button', { name: `Signed in as ${me}` }).click()
  await expectSound(page)
  await page.keyboard.press('Escape')
  if (isMobile) {
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('link', { name: 'Exports' })).toBeVisible()
    await expectSound(page)
    await page.getByRole('button', { name: 'Close' }).click()
  }
  await page.context().clearCookies()
  await field(page, 'First name').fill('Ana')
  await expect(page.getByRole('dialog', { name: 'Choose your name' })).toBeVisible()
  await expectSound(page)
})

test('assistive technology finds nothing to trip over among the beneficiaries: with rows, without, and when it cannot be read', async ({
  page,
}) => {
  const him = unique()
  await inBook(page, pixDetails(him))
  await page.goto('/beneficiaries')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectSound(page)
  const search = page.getByRole('searchbox', { name: 'Search beneficiaries' })
  await search.fill('Nobody has this name')
  await expect(page.getByText('No beneficiary found.')).toBeVisible()
  await expectSound(page)
  await page.context().setOffline(true)
  await search.fill(him.name)
  await expect(page.getByText('The Payout Desk server does not answer.')).toBeVisible({ timeout: 15_000 })
  await expectSound(page)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: him.name, exact: true })).toBeVisible()
})

test('assistive technology finds nothing to trip over on one beneficiary, in full, before an erasure and after', async ({
  page,
}) => {
  const him = unique()
  await page.goto(`/beneficiaries/${await inBook(page, pixDetails(him))}`)
  await page.getByRole('button', { name: 'Show in full' }).click()
  await expect(page.getByText(him.cpf)).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Erase…' }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Erase for good' }).click()
  await expectSound(page)
  await question.getByRole('checkbox').check()
  await question.getByRole('button', { name: 'Erase for good' }).click()
  await expect(page.getByText('This beneficiary was erased.')).toBeVisible()
  await expectSound(page)
})

test('assistive technology finds nothing to trip over in the form of a beneficiary with something to fix, and between two versions', async ({
  page,
  colleague,
}) => {
  const him = unique()
  const id = await inBook(page, pixDetails(him))
  for (const who of [colleague.page, page]) {
    await who.goto(`/beneficiaries/${id}/edit`)
    await expect(field(who, 'CPF')).toHaveValue(him.cpf)
  }
  await field(page, 'CPF').fill('12')
  await page.getByRole('button', { name: /^Save/ }).last().click()
  await expect(page.getByRole('region', { name: 'There is something to fix' })).toBeVisible()
  await expectSound(page)
  await field(page, 'CPF').fill(him.cpf)
  await field(page, 'City').fill('Natal')
  await field(colleague.page, 'City').fill('Olinda')
  await colleague.page.getByRole('button', { name: /^Save/ }).last().click()
  await expect(colleague.page.getByRole('heading', { level: 1, name: him.name })).toBeVisible()
  await page.getByRole('button', { name: /^Save/ }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Two versions' })).toBeVisible()
  await expectSound(page)
})
