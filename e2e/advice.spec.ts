import { ruleBook } from '#shared/countries/rule-book.ts'
import { copiedRequest, expectAdvice, field, fillIn, person, startPayout, submit } from './payout-page.ts'
import { unique } from './saved-beneficiaries.ts'
import { expect, test } from './test.ts'

const { AR, BR, EC, KE, MX } = ruleBook

test('a number of the wrong length is advised at its field with the rule and the length seen', async ({ page }) => {
  await startPayout(page, AR)
  await expectAdvice(page, 'CBU or CVU', /22 digits/)
  await field(page, 'CBU or CVU').fill('2850 5909 4009 0418 1352 0')
  await field(page, 'CBU or CVU').blur()
  await expectAdvice(page, 'CBU or CVU', /The CBU or CVU has 21 digits; it needs 22 digits/)
})

test('what was pasted stays in the field, and the field says what will be sent', async ({ page }) => {
  await startPayout(page, BR)
  await field(page, 'CPF').fill(' 111.444.777-35 ')
  await expect(field(page, 'CPF')).toHaveValue(' 111.444.777-35 ')
  await expectAdvice(page, 'CPF', /Sent as 11144477735/)
})

test('a failed attempt leads to each field that has to change', async ({ page }) => {
  await startPayout(page, BR)
  await field(page, 'CPF').fill('1234')
  await submit(page)
  const summary = page.getByRole('region', { name: 'There is something to fix' })
  await expect(summary).toBeFocused()
  await expect(page).toHaveTitle(/^Error: /)
  await expect(summary.getByRole('link')).toHaveText([
    'Enter the first name.',
    'Enter the last name.',
    'The CPF has 4 digits; it needs 11 digits.',
    'Enter the Pix key, or the bank details instead.',
    'Enter the amount.',
  ])
  await summary.getByRole('link', { name: /11 digits/ }).click()
  await expect(field(page, 'CPF')).toBeFocused()
})

test('what was typed but does not fit yet is not called missing in the request', async ({ page }) => {
  await startPayout(page, MX)
  await field(page, 'CLABE or debit card number').fill('00201007777777777')
  const request = page.getByLabel('The request, line by line')
  await expect(request).toContainText('“00201007777777777” is not valid yet')
})

test('an amount that can be read in two ways is asked back', async ({ page }) => {
  await startPayout(page, KE)
  await field(page, 'Amount').fill('1,500')
  await field(page, 'Amount').blur()
  await expectAdvice(page, 'Amount', /two ways. Write 1500 or 1.5/)
})

test('a thousand written with a point is asked back, not paid as one', async ({ page }) => {
  await startPayout(page, KE)
  await field(page, 'Amount').fill('1.000')
  await field(page, 'Amount').blur()
  await expectAdvice(page, 'Amount', /decimal sign: 1. For thousands, write the amount without a point/)
})

test('a doubt about check digits is passed by a person who confirms it, and asked again for another number', async ({
  page,
}) => {
  await startPayout(page, BR)
  // A key of one's own: the book, which all tests share, has nothing to say of it.
  const own = { documentNumber: '111.444.777-36', recipientPixKey: unique().pixKey }
  await fillIn(page, BR, BR.methods[0], { ...person, ...BR.methods[0].sample, ...own })
  await submit(page)
  const confirmation = page.getByRole('checkbox', { name: /I checked this/ })
  await expect(confirmation).toBeFocused()
  await expect(page.getByText('Not copied yet: confirm this warning first.')).toBeVisible()
  await confirmation.check()
  expect(await copiedRequest(page)).toMatchObject({ documentNumber: '11144477736' })
  await field(page, 'CPF').fill('111.444.777-37')
  await expect(confirmation).not.toBeChecked()
})

test('a bank is found by name, by a former name and by its code', async ({ page }) => {
  await startPayout(page, EC)
  const bank = page.getByRole('combobox', { name: 'Bank', exact: true })
  for (const words of ['pichin', '23', '0023']) {
    await bank.fill(words)
    await bank.press('Enter')
    await expect(bank).toHaveValue('Banco Pichincha')
  }
})

test('a bank that is not on the list is kept as typed and named at the field', async ({ page }) => {
  await startPayout(page, EC)
  const bank = page.getByRole('combobox', { name: 'Bank', exact: true })
  await bank.fill('Banco Inventado')
  await bank.press('Tab')
  await expect(bank).toHaveValue('Banco Inventado')
  await expectAdvice(page, 'Bank', /is not on the list of bank codes/)
})

test('the form says where nothing more is documented', async ({ page }) => {
  await startPayout(page, KE)
  await expect(page.getByText(/does not show which document, bank and account values it takes for Kenya/)).toBeVisible()
})
