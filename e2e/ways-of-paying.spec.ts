import { methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { confirmWarnings, copiedRequest, fillIn, person, startPayout } from './payout-page.ts'
import { expect, test } from './test.ts'

const { BR, CL, CO, MX, PE } = ruleBook

test('a Pix key alone sends hyphens for the bank details', async ({ page }) => {
  await startPayout(page, BR, methodIn(BR, 'pix'))
  await fillIn(page, BR, methodIn(BR, 'pix'), {
    ...person,
    documentNumber: '111.444.777-35',
    recipientPixKey: '+55 (11) 91234-5678',
  })
  expect(await copiedRequest(page)).toEqual({
    country: 'BR',
    currencyCode: 'BRL',
    beneficiaryFirstName: 'Ana',
    beneficiaryLastName: 'Souza',
    documentType: '1',
    documentNumber: '11144477735',
    amount: 15000,
    bankName: '-',
    accountAgencyNumber: '-',
    accountNumber: '-',
    payoutAccountTypeCode: '-',
    recipientPixKey: '+5511912345678',
  })
})

test('a Brazilian account loses the agency’s digit, and its X becomes 0', async ({ page }) => {
  const method = methodIn(BR, 'bank')
  await startPayout(page, BR, method)
  await fillIn(page, BR, method, {
    ...person,
    ...method.sample,
    bankName: '237',
    accountAgencyNumber: '1234-5',
    accountNumber: '9876-X',
  })
  expect(await copiedRequest(page)).toMatchObject({
    bankName: '237',
    accountAgencyNumber: '1234',
    accountNumber: '98760',
  })
})

test('a Brazilian bank beyond the common sixteen is found by its name', async ({ page }) => {
  const method = methodIn(BR, 'bank')
  await startPayout(page, BR, method)
  await fillIn(page, BR, method, { ...person, ...method.sample })
  const bank = page.getByRole('combobox', { name: 'Bank', exact: true })
  await bank.fill('banco da amazonia')
  await page.getByRole('option', { name: /Amaz/ }).first().click()
  expect(await copiedRequest(page)).toMatchObject({ bankName: '003' })
})

test('a Mexican debit card has sixteen digits', async ({ page }) => {
  await startPayout(page, MX)
  await fillIn(page, MX, MX.methods[0], {
    ...person,
    ...MX.methods[0].sample,
    payoutAccountTypeCode: '0010',
    accountNumber: '4111 1111 1111 1111',
  })
  expect(await copiedRequest(page)).toMatchObject({ payoutAccountTypeCode: '0010', accountNumber: '4111111111111111' })
})

test('a pasted CLABE fills in its bank and the account type', async ({ page }) => {
  await startPayout(page, MX)
  await page.getByRole('textbox', { name: 'CLABE or debit card number' }).fill('0020 1007 7777 7777 71')
  await expect(page.getByRole('combobox', { name: 'Bank', exact: true })).toHaveValue('Banamex')
  await expect(page.getByRole('radio', { name: 'CLABE' })).toBeChecked()
})

test('the bank that a CLABE filled in follows the next CLABE', async ({ page }) => {
  await startPayout(page, MX)
  const number = page.getByRole('textbox', { name: /^CLABE/ })
  await number.fill('002010077777777771')
  await number.fill('012180000118359719')
  await number.blur()
  await expect(page.getByRole('combobox', { name: 'Bank', exact: true })).toHaveValue('BBVA México')
})

test('a Peruvian CCI goes without a bank, whatever was chosen', async ({ page }) => {
  const bank = methodIn(PE, 'bank')
  await startPayout(page, PE, bank)
  await fillIn(page, PE, bank, {
    ...person,
    ...bank.sample,
    bankName: '0002',
    accountNumber: '011-241-000190006582-70',
  })
  const copied = await copiedRequest(page)
  expect(copied).toMatchObject({ accountNumber: '01124100019000658270' })
  expect(copied).not.toHaveProperty('bankName')
})

test('a Peruvian wallet is paid by its phone number', async ({ page }) => {
  const wallet = methodIn(PE, 'wallet')
  await startPayout(page, PE, wallet)
  await fillIn(page, PE, wallet, { ...person, ...wallet.sample, accountNumber: '912 345 678' })
  expect(await copiedRequest(page)).toMatchObject({ bankName: '0029', accountNumber: '912345678' })
})

test('a Chilean RUT account takes seven or eight digits', async ({ page }) => {
  const [method] = CL.methods
  await startPayout(page, CL)
  await fillIn(page, CL, method, {
    ...person,
    ...method.sample,
    payoutAccountTypeCode: '0004',
    accountNumber: '12.345.678',
  })
  expect(await copiedRequest(page)).toMatchObject({ payoutAccountTypeCode: '0004', accountNumber: '12345678' })
})

test('a Colombian instant payment sends three hyphens', async ({ page }) => {
  const method = methodIn(CO, 'instant')
  await startPayout(page, CO, method)
  await fillIn(page, CO, method, { ...person, ...method.sample })
  await expect(page.getByText(/names no account/).first()).toBeVisible()
  await confirmWarnings(page)
  expect(await copiedRequest(page)).toMatchObject({ bankName: '-', accountNumber: '-', payoutAccountTypeCode: '-' })
})

test('US dollars need their terms accepted, and are explained', async ({ page }) => {
  await startPayout(page, BR)
  await fillIn(page, BR, BR.methods[0], { ...person, ...BR.methods[0].sample })
  await page.getByRole('radio', { name: 'USD' }).check()
  await page.getByRole('button', { name: 'Copy request' }).click()
  await expect(page.getByRole('link', { name: /Accept the terms/ })).toBeVisible()
  await page.getByRole('checkbox', { name: /accept the terms/ }).check()
  expect(await copiedRequest(page)).toMatchObject({ currencyCode: 'USD', TermsApproved: true })
})
