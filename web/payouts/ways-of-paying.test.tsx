import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { field, fillIn, fillInEntry, openPage, shownRequest, startPayout } from '../testing/page-under-test.tsx'

const { BR, CL, CO, MX, PE } = ruleBook

const person = { beneficiaryFirstName: 'Ana', beneficiaryLastName: 'Souza', amount: '15000' }

/** Countries without documented values have the same form: Kenya represents them. */
const ways = Object.values(ruleBook)
  .filter(({ code, undocumented }) => undocumented === undefined || code === 'KE')
  .flatMap((country) => country.methods.map((method) => ({ country, method, code: country.code, way: method.id })))

it('Eight countries represent all: those with their own rules, and one of those without', () => {
  expect(new Set(ways.map(({ code }) => code)).size).toBe(8)
})

it.each(ways)(
  '$code: the form of $way makes the same request as a program with the same entry',
  async ({ country, method }) => {
    const user = await openPage('/payouts/new')
    const entry = { ...person, ...method.sample }
    const terms = country.currency === 'USD' ? { TermsApproved: true } : {}
    await fillInEntry(user, country, method, entry)
    if (terms.TermsApproved) await user.click(screen.getByRole('checkbox', { name: /accept the terms/ }))
    const shown = await shownRequest(user)
    const preview = await fetch('/api/payout-previews', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ country: country.code, ...entry, ...terms }),
    })
    expect(shown).toEqual((await preview.json()).request)
    expect(shown).toMatchObject({ country: country.code, currencyCode: country.currency, amount: 15000 })
  },
)

it('Brazil: a Pix key alone sends hyphens for the bank details; an account loses the agency’s digit, and its X becomes 0', async () => {
  const user = await openPage('/payouts/new')
  const pix = { documentNumber: '111.444.777-35', recipientPixKey: '+55 (11) 91234-5678' }
  await fillInEntry(user, BR, methodIn(BR, 'pix'), { ...person, ...pix })
  expect(await shownRequest(user)).toEqual({
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
  const account = { bankName: '237', accountAgencyNumber: '1234-5', accountNumber: '9876-X' }
  const method = methodIn(BR, 'bank')
  await fillInEntry(user, BR, method, { ...method.sample, ...account })
  const sent = { bankName: '237', accountAgencyNumber: '1234', accountNumber: '98760' }
  expect(await shownRequest(user)).toMatchObject(sent)
  await user.clear(field('Bank'))
  await user.type(field('Bank'), 'banco da amazonia{Enter}')
  expect(await shownRequest(user)).toMatchObject({ bankName: '003' })
})

it('Mexico: a CLABE fills in its bank and account type, the bank follows the next CLABE, and a debit card has sixteen digits', async () => {
  const user = await startPayout('Mexico')
  const type = async (number: string) => fillIn(user, { 'CLABE or debit card number': number })
  await type('0020 1007 7777 7777 71')
  expect(field('Bank').value).toBe('Banamex')
  expect(screen.getByLabelText<HTMLSelectElement>('Account type').selectedOptions[0]?.text).toBe('CLABE')
  await fillIn(user, { CLABE: '012180000118359719' })
  expect(field('Bank').value).toBe('BBVA México')
  const card = { payoutAccountTypeCode: '0010', accountNumber: '4111 1111 1111 1111' }
  await fillInEntry(user, MX, MX.methods[0], { ...person, ...MX.methods[0].sample, ...card })
  const sent = { payoutAccountTypeCode: '0010', accountNumber: '4111111111111111' }
  expect(await shownRequest(user)).toMatchObject(sent)
})

it('Mexico: a pasted CLABE that fills in the bank also clears the error that no bank was chosen', async () => {
  const user = await startPayout('Mexico')
  await user.click(screen.getByRole('button', { name: 'Send to review' }))
  await waitFor(() => expect(field('Bank').getAttribute('aria-invalid')).toBe('true'))
  await user.click(field('CLABE or debit card number'))
  await user.paste('012180000118359719')
  expect(field('Bank').value).toBe('BBVA México')
  await waitFor(() => expect(field('Bank').getAttribute('aria-invalid')).not.toBe('true'))
  expect(document.activeElement).toBe(screen.getByLabelText('CLABE'))
})

it('Peru: a CCI goes without a bank, whatever was chosen, and a wallet is paid by its phone number', async () => {
  const user = await openPage('/payouts/new')
  const bank = methodIn(PE, 'bank')
  const cci = { bankName: '0002', accountNumber: '011-241-000190006582-70' }
  await fillInEntry(user, PE, bank, { ...person, ...bank.sample, ...cci })
  expect(await shownRequest(user)).toMatchObject({ accountNumber: '01124100019000658270' })
  expect(await shownRequest(user)).not.toHaveProperty('bankName')
  const wallet = methodIn(PE, 'wallet')
  await fillInEntry(user, PE, wallet, { ...wallet.sample, accountNumber: '912 345 678' })
  expect(await shownRequest(user)).toMatchObject({ bankName: '0029', accountNumber: '912345678' })
})

it('Chile: a RUT account is sent without its dots', async () => {
  const user = await openPage('/payouts/new')
  const [method] = CL.methods
  const account = { payoutAccountTypeCode: '0004', accountNumber: '12.345.678' }
  await fillInEntry(user, CL, method, { ...person, ...method.sample, ...account })
  expect(await shownRequest(user)).toMatchObject({ payoutAccountTypeCode: '0004', accountNumber: '12345678' })
})

it('Colombia: an instant payment sends three hyphens, and that it names no account is no warning', async () => {
  const user = await openPage('/payouts/new')
  const method = methodIn(CO, 'instant')
  await fillInEntry(user, CO, method, { ...person, ...method.sample })
  expect(await shownRequest(user)).toMatchObject({ bankName: '-', accountNumber: '-', payoutAccountTypeCode: '-' })
  expect(screen.queryByText(/names no account/)).toBeNull()
})

it('US dollars need the approval of their terms, and are explained', async () => {
  const user = await openPage('/payouts/new')
  await fillInEntry(user, BR, BR.methods[0], { ...person, ...BR.methods[0].sample, currencyCode: 'USD' })
  await user.click(screen.getByRole('button', { name: 'Copy request' }))
  await screen.findByRole('link', { name: /Accept the terms/ })
  await user.click(screen.getByRole('checkbox', { name: /accept the terms/ }))
  expect(await shownRequest(user)).toMatchObject({ currencyCode: 'USD', TermsApproved: true })
})

it('Tab passes by a button about a number that is still being typed: it goes, and would take focus and the next keys along', async () => {
  const user = await startPayout('Brazil')
  await user.click(screen.getByRole('radio', { name: /^Bank account/ }))
  const agency = await screen.findByRole('textbox', { name: 'Agency' })
  await user.type(agency, '123')
  const offer = await screen.findByRole('button', { name: 'Use 0123' })
  await waitFor(() => expect(offer.closest('[inert]')).toBeNull())
  // Faster than the page is painted.
  fireEvent.input(agency, { target: { value: '1234' } })
  expect(offer.closest('[inert]')).not.toBeNull()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Use 0123' })).toBeNull())
})
