import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, onTestFinished } from 'vitest'
import { changeLanguage } from '../language/catalog.ts'
import {
  accountNumber,
  chooseCountry,
  chooseMethod,
  field,
  fillIn,
  goTo,
  holdAnswers,
  lastName,
  openMore,
  openPage,
  openRequest,
  startPayout,
  untilSaved,
} from '../testing/page-under-test.tsx'

function values(...labels: readonly string[]): readonly string[] {
  return labels.map((label) => field(label).value)
}

/** A person who types faster than the page renders. */
const hasty = () => userEvent.setup({ delay: null })

const alphabet = 'abcdefghijklmnopqrstuvwxyz'

// In the first test of this file, as later ones find everything loaded.
it('A country chosen, and a search begun, while the fields of another country load: the last country shows, the search keeps every letter', async () => {
  const user = await openPage('/payouts/new')
  await chooseCountry(user, 'Argentina')
  await chooseCountry(user, 'Mexico')
  await hasty().type(field('Beneficiary'), alphabet)
  await fillIn(user, { CURP: 'GOMA' })
  expect(values('Country', 'CURP', 'Beneficiary')).toEqual(['MX', 'GOMA', alphabet])
  expect(screen.queryByLabelText('DNI')).toBeNull()
})

it('A change of country keeps what both countries share, and brings the rest back on return', async () => {
  const user = await startPayout('Argentina')
  await openMore(user)
  await fillIn(user, { 'First name': 'Ana', DNI: '12345678', Amount: '15000', City: 'Rosario' })
  await chooseCountry(user, 'Mexico')
  expect(values('First name', 'City', 'CURP', 'Amount')).toEqual(['Ana', 'Rosario', '', ''])
  await fillIn(user, { 'First name': 'Analía', Amount: '900' })
  await chooseCountry(user, 'Argentina')
  expect(values('First name', 'City', 'DNI', 'Amount')).toEqual(['Analía', 'Rosario', '12345678', '15000'])
  await chooseCountry(user, 'Mexico')
  expect(values('First name', 'Amount')).toEqual(['Analía', '900'])
})

it('A change of method brings back what was typed for it before', async () => {
  const user = await startPayout('Brazil')
  await fillIn(user, { CPF: '111.444.777-35', 'Pix key': 'ana@example.com' })
  await chooseMethod(user, 'Bank account')
  expect(screen.queryByLabelText('Pix key')).toBeNull()
  await fillIn(user, { 'Account number': '123456' })
  await chooseMethod(user, 'Pix Instant')
  expect(values('CPF', 'Pix key')).toEqual(['111.444.777-35', 'ana@example.com'])
})

it('Peru: a CCI that is typed for a wallet is offered as one, and paid by one click', async () => {
  const user = await startPayout('Peru')
  await chooseMethod(user, 'Wallet')
  await fillIn(user, { 'Wallet phone number': '01124100019000658270' })
  await user.click(screen.getByRole('button', { name: 'Pay by CCI instead' }))
  expect(field('CCI').value).toBe('01124100019000658270')
  expect(document.activeElement).toBe(field('CCI'))
  expect(screen.queryByRole('button', { name: 'Pay by CCI instead' })).toBeNull()
})

it('Peru: the offer to pay by CCI is reached and taken by the keyboard, and everything else stays', async () => {
  const user = await startPayout('Peru')
  await chooseMethod(user, 'Wallet')
  await openMore(user)
  await fillIn(user, { 'First name': 'Rosa', 'Wallet phone number': '987654321', Amount: '150.50', City: 'Cusco' })
  expect(screen.queryByRole('button', { name: 'Pay by CCI instead' })).toBeNull()
  await fillIn(user, { 'Wallet phone number': '011-241-000190006582-70' })
  await user.tab()
  expect(document.activeElement?.textContent).toBe('Rule for Wallet phone number')
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pay by CCI instead' }))
  await user.keyboard('{Enter}')
  expect(values('First name', 'CCI', 'Amount', 'City')).toEqual(['Rosa', '011-241-000190006582-70', '150.50', 'Cusco'])
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^CCI/ }).checked).toBe(true)
})

it('An unfinished form comes back as it was left, each country with what was typed for it', async () => {
  const user = await startPayout('Argentina')
  await fillIn(user, { 'First name': 'Ana', DNI: '12345678' })
  await chooseCountry(user, 'Brazil')
  await chooseMethod(user, 'Bank account')
  await fillIn(user, { 'Account number': '1234X' })
  await untilSaved()
  goTo()
  await screen.findByText('This form was left unfinished. Continue where you left off.')
  expect(values('Country', 'First name', 'Account number')).toEqual(['BR', 'Ana', '1234X'])
  await chooseCountry(user, 'Argentina')
  expect(values('First name', 'DNI')).toEqual(['Ana', '12345678'])
})

it('A form that is resumed, or a country chosen again, shows the errors of its values and calls nothing missing', async () => {
  const user = await startPayout('Brazil')
  await fillIn(user, { Amount: '150.000' })
  await user.tab()
  await screen.findAllByText(/would be read as the decimal/)
  await untilSaved()
  goTo()
  await waitFor(() => expect(field('Amount').value).toBe('150.000'))
  await screen.findAllByText(/would be read as the decimal/)
  await chooseCountry(user, 'Argentina')
  expect(screen.queryByText(/would be read as the decimal/)).toBeNull()
  await chooseCountry(user, 'Brazil')
  await screen.findAllByText(/would be read as the decimal/)
  expect(screen.queryByText('Enter the first name.')).toBeNull()
})

it('A form that is left in the middle of a word comes back with the last letter', async () => {
  await startPayout('Ghana')
  await hasty().type(field('First name'), 'Kofi')
  goTo()
  await screen.findByLabelText('First name')
  expect(field('First name').value).toBe('Kofi')
})

it('An unfinished form is offered next to a new, empty one until it is continued', async () => {
  const user = await startPayout('Ghana')
  await fillIn(user, { 'First name': 'Kofi' })
  await untilSaved()
  goTo('/payouts/new')
  await screen.findByText(/You left unfinished: Kofi · Ghana/)
  expect(field('Country').value).toBe('')
  await user.click(screen.getByRole('link', { name: 'Continue' }))
  await screen.findByLabelText('First name')
  expect(values('Country', 'First name')).toEqual(['GH', 'Kofi'])
})

it('A form that was cleared can be brought back', async () => {
  const user = await startPayout('Brazil')
  await fillIn(user, { CPF: '111.444.777-35' })
  await user.click(screen.getByRole('button', { name: 'Clear the form' }))
  expect(field('CPF').value).toBe('')
  await user.click(screen.getByRole('button', { name: 'Undo clearing' }))
  expect(field('CPF').value).toBe('111.444.777-35')
})

it('A form that was cleared cannot replace another beneficiary', async () => {
  const user = await startPayout('Brazil')
  await fillIn(user, { CPF: '111.444.777-35' })
  await user.click(screen.getByRole('button', { name: 'Clear the form' }))
  await fillIn(user, { 'First name': 'Rui' })
  expect(screen.queryByRole('button', { name: 'Undo clearing' })).toBeNull()
})

it('A copy of the request is called old once the form has changed', async () => {
  const user = await startPayout('Ghana')
  const who = { 'First name': 'Kofi', 'Last name': lastName(), 'Account number': accountNumber() }
  await fillIn(user, { ...who, Amount: '15' })
  await user.click(screen.getByRole('button', { name: 'Copy request' }))
  await screen.findByText('Copied: the exact request is on your clipboard.')
  await fillIn(user, { Amount: '55' })
  await screen.findByText(/Changed since you copied it\./)
})

it('Letters typed without a pause all arrive, in the field and in the request next to it', async () => {
  const request = await openRequest(await startPayout('Ghana'))
  await hasty().type(field('Last name'), alphabet)
  expect(field('Last name').value).toBe(alphabet)
  await waitFor(() => expect(request.textContent).toContain(alphabet))
})

it('Letters typed into the middle of a text arrive in their order', async () => {
  const user = await startPayout('Ghana')
  await fillIn(user, { 'Last name': 'Az' })
  await hasty().type(field('Last name'), alphabet, { initialSelectionStart: 1, initialSelectionEnd: 1 })
  expect(field('Last name').value).toBe(`A${alphabet}z`)
})

it('What is typed while the draft is on its way to the server is saved after it', async () => {
  const user = await startPayout('Ghana')
  const held = holdAnswers(/^PUT .*drafts/)
  await user.type(field('First name'), 'Ko')
  await waitFor(() => expect(held.count()).toBe(1))
  await user.type(field('First name'), 'fi')
  held.letGo()
  await untilSaved()
  goTo()
  await screen.findByLabelText('First name')
  expect(field('First name').value).toBe('Kofi')
})

it('What is typed while a payout is saved stays where its answer gets lost', async () => {
  const user = await startPayout('Ghana')
  await fillIn(user, { 'First name': 'Kofi', 'Last name': 'Boateng', Amount: '10' })
  const held = holdAnswers(/^POST .*payouts$/)
  await user.click(screen.getByRole('button', { name: 'Save as draft' }))
  await waitFor(() => expect(held.count()).toBe(1))
  await user.type(field('Amount'), '55')
  held.lose()
  await screen.findByText(/^Not saved: /)
  await user.type(field('Amount'), '7')
  expect(values('First name', 'Amount')).toEqual(['Kofi', '10557'])
})

it('What is typed while another language loads stays, and typing goes on', async () => {
  onTestFinished(async () => void (await changeLanguage('en')))
  const user = await startPayout('Ghana')
  await user.type(field('Last name'), 'Boa')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Français')
  await hasty().type(field('Last name'), 'teng')
  await screen.findByLabelText('Prénom')
  await user.type(screen.getByLabelText('Nom'), '-Mensah')
  expect(screen.getByLabelText<HTMLInputElement>('Nom').value).toBe('Boateng-Mensah')
})
