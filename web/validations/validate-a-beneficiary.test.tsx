import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ruleBook } from '#shared/countries/rule-book.ts'
import {
  accountNumber,
  choose,
  chooseCountry,
  field,
  fillIn,
  fillInEntry,
  goTo,
  openPage,
  shownRequest,
  startPayout,
} from '../testing/page-under-test.tsx'

const { AR, CL, MX } = ruleBook

const row = (name: 'Check identity' | 'Check bank account') => screen.getByRole('region', { name })
const identity = () => row('Check identity')
const bank = () => row('Check bank account')

async function says(region: () => HTMLElement, words: string | RegExp): Promise<void> {
  await waitFor(() => expect(region().textContent).toMatch(words))
}

/** A Brazilian form with all that an identity validation needs, of a person who was never validated. */
async function startBrazilian(lastName = 'Souza', firstName = newFirstName()): Promise<UserEvent> {
  const user = await startPayout('Brazil')
  await fillIn(user, { 'First name': firstName, 'Last name': lastName, CPF: '111.444.777-35' })
  // It is loaded after the form.
  await screen.findByRole('region', { name: 'Check identity' })
  return user
}

const newFirstName = () => `Ana ${accountNumber().slice(1)}`

async function validate(user: UserEvent, region = identity): Promise<void> {
  await user.click(within(region()).getByRole('button', { name: /^Check (identity|bank account)$/ }))
}

/** The bodies of the page's validation requests from now on. */
function asked(): readonly unknown[] {
  const bodies: unknown[] = []
  const send = globalThis.fetch
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((path, init) => {
    if (/-validations$/.test(String(path))) bodies.push(JSON.parse(String(init?.body)))
    return send(path, init)
  })
  onTestFinished(() => spy.mockRestore())
  return bodies
}

it('An identity that matches says so with a trace to quote, the button keeps focus, and validating it again has to be confirmed', async () => {
  const user = await startBrazilian()
  within(identity()).getByRole('button', { name: 'Check identity' }).focus()
  await user.keyboard('{Enter}')
  await says(identity, 'Name and document match.')
  within(identity()).getByRole('button', { name: 'Copy trace ID' })
  const again = within(identity()).getByRole('button', { name: 'Check identity again' })
  expect(document.activeElement).toBe(again)
  const calls = asked()
  await user.click(again)
  await says(identity, 'These details were already validated')
  expect(calls).toEqual([])
  await user.click(within(identity()).getByRole('button', { name: 'Check anyway' }))
  await waitFor(() => expect(calls).toHaveLength(1))
})

it('An identity that does not match says why and leads to the field; a match with a compliance notice is never a plain match', async () => {
  const user = await startBrazilian('Sandbox Invalid Id')
  await validate(user)
  await says(identity, 'Does not match: The document number is not in the official records.')
  await user.click(within(identity()).getByRole('button', { name: 'Go to the field' }))
  expect(document.activeElement).toBe(field('CPF'))
  await fillIn(user, { 'Last name': 'Sandbox Pep' })
  await validate(user)
  await says(identity, 'Matches, with a compliance warning')
  expect(identity().textContent).not.toContain('Name and document match.')
})

it('A validation that was paid for already is shown in another form with the same details, and paying again has to be confirmed', async () => {
  const firstName = newFirstName()
  await validate(await startBrazilian('Souza', firstName))
  await says(identity, 'Name and document match.')
  const user = goTo('/payouts/new')
  await chooseCountry(user, 'Brazil')
  await fillIn(user, { 'First name': firstName, 'Last name': 'Souza', CPF: '111.444.777-35' })
  await says(identity, /Name and document match\. ?just now/)
  const calls = asked()
  await user.click(within(identity()).getByRole('button', { name: 'Check identity again' }))
  await says(identity, 'a new validation is charged again')
  expect(calls).toEqual([])
  await fillIn(user, { 'First name': newFirstName() })
  within(identity()).getByRole('button', { name: 'Check identity' })
})

it('A payout to a person on a sanctions list is copied and sent once a reason is written, and a blank is not a reason', async () => {
  const user = await startBrazilian('Sandbox In International Lists')
  await fillIn(user, { 'Pix key': `${crypto.randomUUID()}@example.com`, Amount: '9' })
  await validate(user)
  await says(identity, 'on a sanctions or international list')
  const reason = await screen.findByLabelText(/^Identity validation: why should this payout be reviewed/)
  await screen.findByRole('button', { name: 'Ask compliance to decide' })
  expect(screen.queryByRole('button', { name: 'Confirm it at the end' })).toBeNull()
  for (const name of ['Copy request', 'Send to compliance review']) {
    await user.click(screen.getByRole('button', { name }))
    await screen.findByText('Write the reason first.')
    await waitFor(() => expect(document.activeElement).toBe(reason))
    await user.type(reason, ' ')
  }
  await user.type(reason, 'Another person of that name')
  expect(screen.queryByText('Write the reason first.')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Send to compliance review' }))
  await screen.findByText('Sent to review.')
  const confirmed = screen.getByRole('region', { name: 'Confirmed warnings' })
  expect(confirmed.textContent).toMatch(/Compliance.*Confirmed by .*Reason: Another person of that name/)
})

it('A bank account of another name says so and leads to the name; what the provider cannot validate is no mismatch', async () => {
  const user = await openPage('/payouts/new')
  const who = { beneficiaryFirstName: newFirstName(), beneficiaryLastName: 'Sandbox Name Mismatch' }
  await fillInEntry(user, AR, AR.methods[0], { ...AR.methods[0].sample, ...who })
  await validate(user, bank)
  await says(bank, 'Does not match: The account is held under another name.')
  await user.click(within(bank()).getByRole('button', { name: 'Go to the field' }))
  expect(document.activeElement).toBe(field('Last name'))
  await fillIn(user, { 'Last name': 'Sandbox Method Unavailable' })
  await validate(user, bank)
  await says(bank, 'Could not be validated: This kind of validation is out of service for now.')
  expect(bank().textContent).not.toContain('Does not match')
})

it('The form says how a validation ended, whatever the provider answers, and keeps what was typed', async () => {
  const user = await startBrazilian()
  for (const [name, words] of [
    ['Sandbox Not Validated', /^(?=.*Could not be validated\.)(?=.*Try again in 0:\d\d)/s],
    ['Sandbox Not Run', 'The validation did not run.'],
    ['Sandbox Unauthorized', 'The provider refused the credentials.'],
    ['Sandbox Error Twice', 'Name and document match.'],
    ['Sandbox Rate Limit', 'Too many requests to the provider.'],
    ['Sandbox Slow', 'Name and document match.'],
    ['Sandbox Error', 'You can continue and validate later.'],
    ['Sandbox Third Time', 'Could not be validated.'],
    ['Sandbox Garbled', 'The provider gave an answer that cannot be trusted.'],
    ['Sandbox Wrong Echo', 'It is not known whether it ran. Trying again may be charged again.'],
    ['Sandbox No Answer', 'The provider did not answer in time.'],
  ] as const) {
    await fillIn(user, { 'Last name': name })
    await validate(user)
    await says(identity, words)
    expect(field('Last name').value).toBe(name)
  }
})

it('A person who stops waiting for a validation still gets the answer', async () => {
  const user = await startBrazilian('Sandbox Slow')
  await validate(user)
  await user.click(await within(identity()).findByRole('button', { name: 'Stop waiting' }))
  await says(identity, 'No longer waiting. The answer will appear here when it arrives.')
  await says(identity, 'Name and document match.')
})

it('An answer belongs to its values: changed values outdate it and are named, restored ones make it valid again, also after a reload', async () => {
  const firstName = newFirstName()
  const user = await startBrazilian('Souza', firstName)
  await validate(user)
  await says(identity, 'Name and document match.')
  await fillIn(user, { CPF: '529.982.247-25', 'First name': 'Anna' })
  const changes = () => within(identity()).queryByRole('list', { name: 'Changed since' })
  const items = within(changes()!).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([`First name: was ${firstName}`, 'CPF: was 11144477735'])
  await says(
    identity,
    /Outdated: .*Validate again before you rely on it\. ?The last validation, just now, was for other details: “Name and/,
  )
  await user.clear(field('First name'))
  await says(identity, 'The details are not complete yet.')
  expect(changes()).toBeNull()
  await fillIn(user, { CPF: '111.444.777-35', 'First name': firstName })
  expect(identity().textContent).not.toContain('Outdated')
  goTo()
  await screen.findByLabelText('CPF')
  await says(identity, 'Name and document match.')
})

it('Brazil: the form says before any cost that no bank account can be validated, and a sandbox name is filled in by one click', async () => {
  const user = await startPayout('Brazil')
  const text = () => document.body.textContent
  expect(text()).toContain('Check bank account: not available. The provider has no bank account validation for Brazil.')
  await user.click(screen.getByText('Sandbox: last names that change the result of validations'))
  await user.click(screen.getByRole('button', { name: 'Fill in Sandbox Pep' }))
  expect(field('Last name').value).toBe('Sandbox Pep')
})

it('Colombia: a tax number can have its bank account validated, not its identity', async () => {
  const user = await startPayout('Colombia')
  await choose(user, 'Document type', 'NIT')
  expect(document.body.textContent).toMatch(
    /Check identity: not available. Identity validation accepts the cédula de ciudadanía/,
  )
  bank()
})

it('Mexico: the RFC is asked for the bank validation alone, never sent with the payout, and a mismatch leads to its field', async () => {
  const user = await openPage('/payouts/new')
  const who = { beneficiaryFirstName: newFirstName(), beneficiaryLastName: 'Souza', amount: '15000' }
  await fillInEntry(user, MX, MX.methods[0], { ...MX.methods[0].sample, ...who })
  await says(bank, 'Enter the RFC.')
  await fillIn(user, { RFC: 'GODE561231GR8' })
  await validate(user, bank)
  await says(bank, 'The account belongs to this beneficiary.')
  expect(JSON.stringify(await shownRequest(user))).not.toContain('GODE561231GR8')
  await fillIn(user, { 'Last name': 'Sandbox Personal Id Mismatch' })
  await validate(user, bank)
  await user.click(await within(bank()).findByRole('button', { name: 'Go to the field' }))
  expect(document.activeElement).toBe(field('RFC'))
})

it('A bank account whose number no payout can go to is not validated: the button says what is wrong with it', async () => {
  const user = await openPage('/payouts/new')
  const who = { beneficiaryFirstName: newFirstName(), beneficiaryLastName: 'Souza', accountNumber: '28505909' }
  await fillInEntry(user, AR, AR.methods[0], { ...AR.methods[0].sample, ...who })
  const calls = asked()
  await validate(user, bank)
  await says(bank, 'needs 22 digits')
  expect(calls).toEqual([])
})

it('Chile: a current account is validated under the validation’s own codes', async () => {
  const user = await openPage('/payouts/new')
  const who = { beneficiaryFirstName: newFirstName(), beneficiaryLastName: 'Souza' }
  await fillInEntry(user, CL, CL.methods[0], { ...CL.methods[0].sample, ...who })
  await fillIn(user, { Agency: '001' })
  const calls = asked()
  await validate(user, bank)
  await says(bank, 'The account belongs to this beneficiary.')
  expect(calls).toEqual([expect.objectContaining({ accountTypeCode: '0002', bankName: '012', documentType: 'RUT' })])
})

it('What a validation still needs is named as the form asks for it', async () => {
  await startPayout('Mexico')
  expect(identity().textContent).toContain('First fill in: First name, Last name, CURP.')
  expect(bank().textContent).toContain('First fill in: First name, Last name, RFC')
})
