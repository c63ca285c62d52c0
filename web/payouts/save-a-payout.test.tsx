import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import {
  accountNumber,
  choose,
  chooseMethod,
  colleague,
  field,
  fillIn,
  goTo,
  holdAnswers,
  lastName,
  openMore,
  startPayout,
} from '../testing/page-under-test.tsx'

/** Opens a saved payout to Kofi in Ghana for editing. */
async function startEdit(name: string): Promise<UserEvent> {
  const user = await startPayout('Ghana')
  const who = { 'First name': 'Kofi', 'Last name': name, 'Account number': accountNumber() }
  await openMore(user)
  await fillIn(user, { ...who, Amount: '150.25', City: 'Accra' })
  await press(user, 'Save as draft')
  await screen.findByText('Saved as a draft.')
  await press(user, 'Edit')
  await screen.findByLabelText('First name')
  await openMore(user)
  return user
}

function press(user: UserEvent, name: string): Promise<void> {
  return user.click(screen.getByRole('button', { name }))
}

function send(user: UserEvent): Promise<void> {
  const [button] = screen.getAllByRole('button', { name: 'Send to review' })
  return user.click(button!)
}

it('A form sent with errors lists them in the order of the fields, and each leads to its field', async () => {
  const user = await startPayout('Brazil')
  await fillIn(user, { CPF: '111', Amount: 'ten' })
  await send(user)
  const summary = screen.getByRole('region', { name: 'There is something to fix' })
  expect(document.activeElement).toBe(summary)
  const links = within(summary).getAllByRole('link')
  for (const [place, label] of ['First name', 'Last name', 'CPF', 'Pix key', 'Amount'].entries()) {
    await user.click(links[place]!)
    expect(document.activeElement).toBe(field(label))
    expect(field(label).getAttribute('aria-invalid')).toBe('true')
  }
  expect([links.length, field('CPF').value, field('Amount').value]).toEqual([5, '111', 'ten'])
})

it('A draft is saved with its errors, says how many there are, and opens as a form that shows them', async () => {
  const user = await startPayout('Brazil')
  await fillIn(user, { 'First name': 'Zulmira', CPF: '111', Amount: '50,000' })
  await press(user, 'Save as draft')
  await screen.findByText('Saved as a draft.')
  screen.getByText('4 things to fix before it can be sent to review')
  screen.getByRole('heading', { name: /Zulmira · – BRL/ })
  expect(screen.queryByRole('button', { name: 'Send to review' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Fix it in the form' }))
  const summary = await screen.findByRole('region', { name: 'There is something to fix' })
  expect(within(summary).getAllByRole('link')).toHaveLength(4)
  // A clerk sees what was typed before; an amount that may be two is asked again.
  expect([field('First name').value, field('Amount').value]).toEqual(['Zulmira', '50,000'])
  await goTo('/payouts')
  const [row] = await screen.findAllByRole('link', { name: '4 to fix' })
  expect(row?.getAttribute('href')).toMatch(/\/payouts\/[^/]+\/edit$/)
})

it('The list of errors shortens as they are fixed', async () => {
  const user = await startPayout('Ghana')
  await fillIn(user, { Amount: '10' })
  await send(user)
  const links = () => within(screen.getByRole('region', { name: 'There is something to fix' })).getAllByRole('link')
  expect(links()).toHaveLength(2)
  await fillIn(user, { 'First name': 'Kofi' })
  expect(links()).toHaveLength(1)
  await fillIn(user, { 'Last name': 'Boateng' })
  expect(screen.queryByRole('region', { name: 'There is something to fix' })).toBeNull()
})

const tick = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^CPF, check digits/ })

async function startWarned() {
  const user = await startPayout('Brazil')
  const pixKey = `${crypto.randomUUID()}@example.com`
  await fillIn(user, {
    'First name': 'Ana',
    'Last name': lastName(),
    CPF: '111.444.777-36',
    'Pix key': pixKey,
    Amount: '9',
  })
  return user
}

it('A payout with a warning is sent once the warning is confirmed, not before', async () => {
  const user = await startWarned()
  await send(user)
  expect(document.activeElement).toBe(tick())
  expect(screen.getByText('Not sent yet: confirm this warning first.')).toBeTruthy()
  await user.click(tick())
  await send(user)
  await screen.findByText('Sent to review.')
})

it('A warning is confirmed for its value alone, and stays confirmed where the form is left and continued', async () => {
  const user = await startWarned()
  await user.click(tick())
  await fillIn(user, { CPF: '111.444.777-37' })
  expect(tick().checked).toBe(false)
  await fillIn(user, { CPF: '111.444.777-36' })
  expect(tick().checked).toBe(true)
  goTo()
  await screen.findByLabelText('CPF')
  expect(tick().checked).toBe(true)
})

/** Fills in a payout to a person whom no other test knows, by a unique Pix key. */
async function enterToKnownPerson(): Promise<UserEvent> {
  const user = await startPayout('Brazil')
  const pixKey = `${crypto.randomUUID()}@example.com`
  await fillIn(user, {
    'First name': 'Rui',
    'Last name': 'Alves',
    CPF: '390.533.447-05',
    'Pix key': pixKey,
    Amount: '9',
  })
  return user
}

it('A warning that only the server raises stays until it is confirmed', async () => {
  const before = await enterToKnownPerson()
  await press(before, 'Save as draft')
  await screen.findByText('Saved as a draft.')
  holdAnswers(/payout-warnings$/)
  const user = await enterToKnownPerson()
  await send(user)
  const ticks = await screen.findAllByRole('checkbox', { name: /I checked this/ })
  await send(user)
  await screen.findByText('Not sent yet: confirm this warning first.')
  expect(screen.getAllByRole('checkbox', { name: /I checked this/ })).toEqual(ticks)
  for (const each of ticks) await user.click(each)
  await send(user)
  await screen.findByText('Sent to review.')
})

it('The page of a payout that was sent says so until it is withdrawn', async () => {
  const user = await startPayout('Ghana')
  const payee = { 'First name': 'Ama', 'Last name': lastName(), 'Account number': accountNumber() }
  await fillIn(user, { ...payee, Amount: '15' })
  await press(user, 'Send to review')
  await screen.findByText('Sent to review.')
  await press(user, 'Withdraw')
  await screen.findByRole('button', { name: 'Send to review' })
  expect(screen.queryByText('Sent to review.')).toBeNull()
})

/** Saves a form that is complete but for the fields of all countries; returns the request as shown and as saved. */
async function save(user: UserEvent): Promise<{ readonly shown: unknown; readonly saved: unknown }> {
  await openMore(user)
  await fillIn(user, { 'First name': 'Ana', 'Last name': lastName(), Amount: '1500.5', 'Your reference': reference() })
  await press(user, 'Show as JSON')
  const shown = requestIn(await screen.findByRole('figure', { name: 'The request as JSON' }))
  await press(user, 'Save as draft')
  await user.click(await screen.findByRole('button', { name: 'Show the request' }))
  await user.click(await screen.findByRole('button', { name: 'Show as JSON' }))
  return { shown, saved: requestIn(screen.getByRole('figure', { name: 'The request as JSON' })) }
}

/** Every payout has a unique one. */
const reference = () => `INV-${crypto.randomUUID().slice(0, 8)}`

const requestIn = ({ textContent }: HTMLElement): unknown => JSON.parse(textContent ?? '')

it('A payout is saved as the request that is shown next to the form', async () => {
  const user = await startPayout('Ghana')
  await fillIn(user, { 'Account number': accountNumber() })
  const { shown, saved } = await save(user)
  expect(shown).toMatchObject({ country: 'GH', amount: 1500.5, beneficiaryFirstName: 'Ana' })
  expect(saved).toEqual(shown)
})

it('A payout is saved without separators, and without values of another method, as the request next to the form shows', async () => {
  const user = await startPayout('Brazil')
  await fillIn(user, { CPF: '529.982.247-25', 'Pix key': `${crypto.randomUUID()}@example.com` })
  await chooseMethod(user, 'Bank account')
  await user.type(field('Bank'), 'itau{Enter}')
  await fillIn(user, { Agency: '1234-5', 'Account number': '12345-X' })
  await choose(user, 'Account type', 'Savings (poupança)')
  const { shown, saved } = await save(user)
  expect(shown).toMatchObject({ documentNumber: '52998224725', bankName: '341', accountAgencyNumber: '1234' })
  expect(shown).not.toHaveProperty('recipientPixKey')
  expect(saved).toEqual(shown)
})

it('A saved payout is edited with each field as it was typed', async () => {
  const name = lastName()
  await startEdit(name)
  const labels = ['First name', 'Last name', 'Amount', 'City']
  expect(labels.map((label) => field(label).value)).toEqual(['Kofi', name, '150.25', 'Accra'])
})

it('An edit is saved over the version that was opened', async () => {
  const user = await startEdit(lastName())
  await fillIn(user, { Amount: '300' })
  await send(user)
  await screen.findByText('Sent to review.')
  await screen.findByRole('heading', { level: 1, name: /300/ })
})

/** A payout whose city a colleague has changed, and amount too if given, while its amount was edited here. */
async function startConflict(amount?: string, button = 'Save as draft') {
  const name = lastName()
  const user = await startEdit(name)
  const other = await colleague()
  const [, , id] = location.pathname.split('/')
  await other.change(`/api/payouts/${id}`, { city: 'Kumasi', ...(amount && { amount }) })
  await fillIn(user, { Amount: '300' })
  await press(user, button)
  await screen.findByText(`${other.name} saved changes while you were editing.`)
  return { user, other }
}

it('An edit conflict shows both versions, takes what one person alone has changed, and saves what is chosen', async () => {
  const { user, other } = await startConflict('200')
  const amount = within(screen.getByRole('group', { name: 'Amount' }))
  await user.click(amount.getByRole('radio', { name: 'Yours 300' }))
  expect(amount.getByRole('radio', { name: `${other.name}’s 200` })).toBeTruthy()
  await press(user, 'Save with these choices')
  await screen.findByText('Saved as a draft.')
  await press(user, 'Edit')
  await screen.findByLabelText('First name')
  await openMore(user)
  expect([field('Amount').value, field('City').value]).toEqual(['300', 'Kumasi'])
})

it('What is chosen in an edit conflict on the way to review is saved as a draft, to be looked at before it is sent', async () => {
  const { user } = await startConflict('200', 'Send to review')
  await user.click(within(screen.getByRole('group', { name: 'Amount' })).getByRole('radio', { name: 'Yours 300' }))
  expect(screen.getByText(/^It is saved as a draft/)).toBeTruthy()
  await press(user, 'Save with these choices')
  await screen.findByText('Saved as a draft.')
})

it('A reference that another payout has is named while it is typed', async () => {
  const reference = `R-${crypto.randomUUID()}`
  const user = await startPayout('Ghana')
  await fillIn(user, { 'First name': 'Kofi', 'Last name': lastName(), 'Account number': accountNumber(), Amount: '9' })
  await openMore(user)
  await fillIn(user, { 'Your reference': reference })
  await press(user, 'Save as draft')
  await screen.findByText('Saved as a draft.')
  const warning = () => screen.queryByText(/Another payout has this reference/)
  const again = await startPayout('Ghana')
  await openMore(again)
  await fillIn(again, { 'Your reference': reference })
  await waitFor(() => expect(warning()).toBeTruthy())
  await fillIn(again, { 'Your reference': `${reference}-2` })
  await waitFor(() => expect(warning()).toBeNull())
})

it('Going back from an edit conflict shows the form as it was typed', async () => {
  const { user } = await startConflict()
  await press(user, 'Back to the form')
  await openMore(user)
  expect([field('Amount').value, field('City').value]).toEqual(['300', 'Accra'])
})
