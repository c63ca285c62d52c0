import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { WarningConfirmations } from '#shared/api/entry.ts'
import { warningId } from '#shared/api/issue.ts'
import { problemSchema } from '#shared/api/problem.ts'
import {
  accountNumber,
  choose,
  chooseCountry,
  field,
  fillIn,
  lastName,
  openPage,
  openRequest,
  startPayout,
} from '../testing/page-under-test.tsx'

/** The text below a field: its error, warning, note or hint. */
function advice(label: string): string {
  const ids = (field(label).getAttribute('aria-describedby') ?? '').split(' ')
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}

async function leave(user: UserEvent, label: string, text: string): Promise<void> {
  await fillIn(user, { [label]: text })
  await user.tab()
}

it('A number of the wrong length is advised at its field, with the rule and the length that it has', async () => {
  const user = await startPayout('Argentina')
  await expect.poll(() => advice('CBU or CVU')).toMatch(/22 digits/)
  await leave(user, 'CBU or CVU', '2850 5909 4009 0418 1352 0')
  await expect.poll(() => advice('CBU or CVU')).toMatch(/The CBU or CVU has 21 digits; it needs 22 digits/)
})

it('What was pasted stays in the field, and the field says what will be sent', async () => {
  const user = await startPayout('Brazil')
  await leave(user, 'CPF', ' 111.444.777-35 ')
  expect(field('CPF').value).toBe(' 111.444.777-35 ')
  await expect.poll(() => advice('CPF')).toMatch(/Sent as 11144477735/)
})

it('What was typed but does not fit yet is not called missing in the request', async () => {
  const user = await startPayout('Mexico')
  await fillIn(user, { 'CLABE or debit card number': '00201007777777777' })
  const request = await openRequest(user)
  await waitFor(() => expect(request.textContent).toContain('“00201007777777777” is not valid yet'))
})

it('An amount that can be read in two ways is questioned, and so is a thousand written with a point', async () => {
  const user = await startPayout('Kenya')
  await leave(user, 'Amount', '1,500')
  await expect.poll(() => advice('Amount')).toMatch(/two ways. Write 1500 or 1.5/)
  await leave(user, 'Amount', '1.000')
  await expect
    .poll(() => advice('Amount'))
    .toMatch(/decimal separator: 1. For thousands, write the amount without a point/)
})

it('While an amount can be read in two ways, the request beside the form shows none', async () => {
  const user = await startPayout('Brazil')
  const request = await openRequest(user)
  await leave(user, 'Amount', '1.500,50')
  await waitFor(() => expect(screen.getAllByText('1,500.50 BRL')).not.toEqual([]))
  await leave(user, 'Amount', '1.500')
  await waitFor(() => expect(request.textContent).toContain('“1.500” is not valid yet'))
  expect([screen.queryAllByText('1.50 BRL'), screen.queryAllByText('1,500.00 BRL')]).toEqual([[], []])
})

it('A warning about other beneficiaries names each of them, and is shown and confirmed once', async () => {
  const user = await openPage('/payouts/new')
  const [account, ...names] = [accountNumber(), lastName(), lastName()]
  for (const beneficiaryLastName of names) {
    const entry = { country: 'GH', beneficiaryFirstName: 'Kofi', beneficiaryLastName, accountNumber: account }
    const save = async (confirmed: WarningConfirmations) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ entry, confirmed })
      return fetch('/api/beneficiaries', { method: 'POST', headers, body })
    }
    const first = await save([])
    if (first.ok) continue
    const { warnings = [] } = problemSchema.parse(await first.json())
    expect((await save(warnings.map((one) => ({ warningId: warningId(one) })))).ok).toBe(true)
  }
  await chooseCountry(user, 'Ghana')
  await fillIn(user, { 'Account number': account })
  for (const name of names) await screen.findByRole('link', { name: `Kofi ${name}` })
  const tick = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /saved with another document/ })
  await user.click(tick())
  expect(tick().checked).toBe(true)
  await screen.findByText('All serious warnings are confirmed')
})

it('The form says where nothing more is documented', async () => {
  await startPayout('Kenya')
  screen.getByText(/does not show which document, bank and account values it accepts for Kenya/)
})

it('A bank that is not on the list is named at the field', async () => {
  const user = await startPayout('Ecuador')
  await leave(user, 'Bank', 'Banco Inventado')
  await expect.poll(() => advice('Bank')).toMatch(/is not on the list of bank codes/)
})

const offer = (phone: string) => screen.queryByRole('button', { name: `Use it as a phone: ${phone}` })

it('Brazil: a Pix key of eleven digits that may be a phone is offered as one, and nothing changes until a person says so', async () => {
  const user = await startPayout('Brazil')
  await fillIn(user, { 'Pix key': '11 98765-4321' })
  expect(field('Pix key').value).toBe('11 98765-4321')
  await expect.poll(() => advice('Pix key')).toMatch(/Read as a CPF, but its check digits do not match/)
  await user.click(offer('+55 11 98765-4321')!)
  expect(field('Pix key').value).toBe('+5511987654321')
  expect(document.activeElement).toBe(field('Pix key'))
  await expect.poll(() => advice('Pix key')).toContain('Kind of key: Phone.')
  expect(offer('+55 11 98765-4321')).toBeNull()
  await screen.findByText('The Pix key is now the phone +55 11 98765-4321.')
})

it('Brazil: another person’s CPF that may be a phone and a number in brackets are offered as phones, other numbers are not', async () => {
  const user = await startPayout('Brazil')
  await fillIn(user, { CPF: '119.123.458-46', 'Pix key': '119.123.458-46' })
  expect(offer('+55 11 91234-5846')).toBeNull()
  await expect.poll(() => advice('Pix key')).toMatch(/Kind of key: CPF/)
  await fillIn(user, { CPF: '111.444.777-35' })
  await expect.poll(() => advice('Pix key')).toMatch(/a CPF, but not the beneficiary’s/)
  expect(offer('+55 11 91234-5846')).not.toBeNull()
  await fillIn(user, { 'Pix key': '(21) 99876-1234' })
  await user.click(offer('+55 21 99876-1234')!)
  expect(field('Pix key').value).toBe('+5521998761234')
  for (const key of ['111.444.777-36', '+5511987654321', 'ana@example.com', '1198765432']) {
    await fillIn(user, { 'Pix key': key })
    expect(screen.queryByRole('button', { name: /^Use it as a phone/ }), key).toBeNull()
  }
})

it('An amount that can be read in two ways has a button for each, with its currency, and the pressed one is put into the field', async () => {
  const user = await startPayout('Kenya')
  await leave(user, 'Amount', '1.500')
  await user.click(screen.getByRole('button', { name: 'Use 1,500.00 KES' }))
  expect(field('Amount').value).toBe('1500')
  expect(document.activeElement).toBe(field('Amount'))
  await waitFor(() => expect(advice('Amount')).not.toMatch(/decimal separator/))
  await leave(user, 'Amount', '1,500')
  await user.click(screen.getByRole('button', { name: 'Use 1.50 KES' }))
  expect(field('Amount').value).toBe('1.5')
  expect(screen.queryByRole('button', { name: /^It is/ })).toBeNull()
})

it('A bank that the number contradicts is named, and used by one click', async () => {
  const user = await startPayout('Mexico')
  await fillIn(user, { Bank: 'banamex' })
  await leave(user, 'CLABE or debit card number', '012180000118359719')
  await expect.poll(() => advice('CLABE')).toMatch(/belongs to BBVA México; the bank chosen is Banamex/)
  await user.click(screen.getByRole('button', { name: 'Use BBVA México' }))
  await expect.poll(() => field('Bank').value).toBe('BBVA México')
  await expect.poll(() => advice('CLABE')).not.toMatch(/belongs to BBVA México; the bank/)
})

it('A document type derived from the number is chosen, with a note, and a person’s own choice is kept', async () => {
  const user = await startPayout('Peru')
  const type = () => screen.getByLabelText<HTMLSelectElement>('Document type').selectedOptions[0]?.text
  await leave(user, 'Document number', '20131312955')
  expect(type()).toBe('RUC')
  await screen.findByText('By its number.')
  await choose(user, 'Document type', 'Passport')
  await leave(user, 'Passport', '12345678')
  expect(type()).toBe('Passport')
})

it('A debit card that is typed after a CLABE changes the account type that was filled in', async () => {
  const user = await startPayout('Mexico')
  await leave(user, 'CLABE or debit card number', '002010077777777771')
  const type = () => screen.getByLabelText<HTMLSelectElement>('Account type').selectedOptions[0]?.text
  expect(type()).toBe('CLABE')
  await user.clear(field('CLABE'))
  await leave(user, 'CLABE', '4111111111111111')
  expect(type()).toBe('Debit card')
  expect(field('Bank').value).toBe('')
})
