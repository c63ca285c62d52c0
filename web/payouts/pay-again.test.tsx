import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it, onTestFinished, vi } from 'vitest'
import {
  accountNumber,
  choices,
  choose,
  chooseCountry,
  chooseMethod,
  colleague,
  field,
  fillIn,
  goTo,
  lastName,
  newCpf,
  startPayout,
} from '../testing/page-under-test.tsx'

interface KnownPayee {
  readonly user: UserEvent
  readonly name: string
  readonly account: string
  /** Where they were paid for the first time. */
  readonly payoutPath: string
}

/** A beneficiary in Ghana with one payout in review; the page shows that payout. */
async function startKnown(): Promise<KnownPayee> {
  const user = await startPayout('Ghana')
  const [name, account] = [lastName(), accountNumber()]
  await fillIn(user, { 'First name': 'Kofi', 'Last name': name, 'Account number': account, Amount: '150.25' })
  await send(user)
  await screen.findByText('Sent to review.')
  return { user, name: `Kofi ${name}`, account, payoutPath: location.pathname }
}

async function send(user: UserEvent): Promise<void> {
  const [button] = screen.getAllByRole('button', { name: 'Send to review' })
  await user.click(button!)
}

/** Pays them again from the page of their payout, up to the amount. */
async function payAgain({ user, name }: Pick<KnownPayee, 'user' | 'name'>): Promise<HTMLElement> {
  await user.click(screen.getByRole('link', { name: 'Another payout' }))
  const card = await screen.findByRole('region', { name })
  await waitFor(() => expect(document.activeElement).toBe(field('Amount')))
  return card
}

/** The requests of the page from now on, by path. */
function sentFrom(): readonly (readonly [path: string, body: string])[] {
  const sent: (readonly [string, string])[] = []
  const send = globalThis.fetch
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((path, init) => {
    if (init?.method !== undefined && init.method !== 'GET') sent.push([String(path), String(init.body)])
    return send(path, init)
  })
  onTestFinished(() => spy.mockRestore())
  return sent
}

it('A saved beneficiary is paid again by an amount and Enter: the page neither asks for their numbers nor sends any', async () => {
  const known = await startKnown()
  const sent = sentFrom()
  await payAgain(known)
  await known.user.keyboard('75{Enter}')
  await screen.findByText('Sent to review.')
  await screen.findByRole('heading', { level: 1, name: new RegExp(`^${known.name} .* 75.00 GHS$`) })
  expect(sent.filter(([path]) => path.endsWith('/reveal'))).toEqual([])
  const [, body = ''] = sent.find(([path]) => path === '/api/payouts') ?? []
  expect(Object.keys(JSON.parse(body).entry).toSorted()).toEqual(['amount', 'currencyCode', 'method'])
})

it('The key P pays the beneficiary of the page again: from a payout two keys beyond the amount, and from there to the next payout one', async () => {
  const { user, name } = await startKnown()
  await user.keyboard('p')
  await screen.findByRole('region', { name })
  await waitFor(() => expect(document.activeElement).toBe(field('Amount')))
  await user.keyboard('75{Enter}')
  await screen.findByText('Sent to review.')
  await user.keyboard('n')
  await waitFor(() => expect(document.activeElement).toBe(field('Beneficiary')))
})

it.each([
  ['payouts', 'Search payouts', 'Another payout'],
  ['beneficiaries', 'Search beneficiaries', 'Pay'],
])('In the list of %s each row leads to paying again', async (list, search, words) => {
  const { user, name } = await startKnown()
  goTo(`/${list}`)
  await user.type(await screen.findByRole('searchbox', { name: search }), name)
  await user.click(await screen.findByRole('link', { name: `${words} ${name}` }))
  await screen.findByRole('region', { name })
  await waitFor(() => expect(document.activeElement).toBe(field('Amount')))
})

it('A payout that was never sent to review offers no second one, neither on its page nor in the list', async () => {
  const user = await startPayout('Ghana')
  const name = lastName()
  await fillIn(user, { 'First name': 'Kofi', 'Last name': name, 'Account number': accountNumber(), Amount: '150.25' })
  await user.click(screen.getByRole('button', { name: 'Save as draft' }))
  await screen.findByText('Saved as a draft.')
  expect(screen.queryByRole('link', { name: 'Another payout' })).toBeNull()
  goTo('/payouts')
  await user.type(await screen.findByRole('searchbox', { name: 'Search payouts' }), name)
  await screen.findByText('1 payout', { selector: 'strong' })
  expect(screen.queryByRole('link', { name: `Another payout Kofi ${name}` })).toBeNull()
})

it('The next form begins with the country and method of the last payout, which can be changed', async () => {
  const { user } = await startKnown()
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'New payout' }))
  expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Country' })).value).toBe('GH')
  await screen.findByLabelText('First name')
  await chooseCountry(user, 'Brazil')
  await chooseMethod(user, 'Bank account')
  await user.type(field('Bank'), 'itau{Enter}')
  const account = { Agency: '1234-5', 'Account number': String(Date.now()).slice(-8) }
  await fillIn(user, { 'First name': 'Ana', 'Last name': lastName(), CPF: newCpf(), ...account, Amount: '5' })
  await choose(user, 'Account type', 'Savings (poupança)')
  await user.click(screen.getByRole('button', { name: 'Save as draft' }))
  await screen.findByText('Saved as a draft.')
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'New payout' }))
  expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Country' })).value).toBe('BR')
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /^Bank account/ })).checked).toBe(true)
  expect(field('First name').value).toBe('')
})

it('The card of a saved beneficiary shows the ends of their numbers, and when they were paid last', async () => {
  const known = await startKnown()
  const card = await payAgain(known)
  await waitFor(() => expect(card.textContent).toMatch(/150\.25 GHS · In review · /))
  expect(card.textContent).toContain('Ghana')
  expect(card.textContent).toContain(`…${known.account.slice(known.account.length > 8 ? -4 : -2)}`)
  expect(card.textContent).not.toContain(known.account)
  expect(screen.queryByLabelText('Last name')).toBeNull()
  expect(within(screen.getByRole('complementary')).getAllByText(known.name)).not.toEqual([])
})

it('A form that pays a saved beneficiary is left and continued with the amount, and still holds nothing of their numbers', async () => {
  const known = await startKnown()
  await payAgain(known)
  const sent = sentFrom()
  await known.user.keyboard('75')
  await screen.findByText(/^Saved /)
  expect(sent.filter(([, body]) => body.includes(known.account))).toEqual([])
  goTo()
  await screen.findByRole('region', { name: known.name })
  await waitFor(() => expect(field('Amount').value).toBe('75'))
})

it('A payout to details that a colleague has changed since is not sent before a person has looked at them', async () => {
  const known = await startKnown()
  const other = await colleague()
  const card = await payAgain(known)
  const newAccount = accountNumber()
  await other.change(`/api/payouts/${known.payoutPath.split('/')[2]}`, { accountNumber: newAccount })
  await known.user.keyboard('75{Enter}')
  await within(card).findByText(`The saved details of ${known.name} have changed.`)
  expect(card.textContent).toContain(other.name)
  await known.user.click(within(card).getByRole('button', { name: 'Pay with these details' }))
  await waitFor(() => expect(within(card).queryByText(/have changed/)).toBeNull())
  expect(field('Amount').value).toBe('75')
  await send(known.user)
  await screen.findByText('Sent to review.')
})

it('Editing the details of a saved beneficiary first explains the effect, and opens them with the typed amount', async () => {
  const known = await startKnown()
  const card = await payAgain(known)
  await known.user.keyboard('75')
  await known.user.click(within(card).getByRole('button', { name: 'Edit details' }))
  expect(card.textContent).toContain('this is recorded in the audit log')
  await known.user.click(within(card).getByRole('button', { name: 'Change the saved beneficiary' }))
  await waitFor(() => expect(document.activeElement).toBe(field('First name')))
  expect([field('Account number').value, field('Amount').value]).toEqual([known.account, '75'])
  await screen.findByText(new RegExp(`^The details of ${known.name} are open`))
  await known.user.click(screen.getByRole('button', { name: 'Back to the saved details' }))
  await screen.findByRole('region', { name: known.name })
  expect([screen.queryByLabelText('Account number'), field('Amount').value]).toEqual([null, '75'])
})

it('Another beneficiary can be chosen in place of the one on the card', async () => {
  const known = await startKnown()
  const card = await payAgain(known)
  await known.user.click(within(card).getByRole('button', { name: 'Pay someone else' }))
  await waitFor(() => expect(document.activeElement).toBe(field('Beneficiary')))
  await known.user.keyboard(known.name)
  await waitFor(() => expect(choices()).toHaveLength(1))
})

it('The card shows when the same details were validated, in whichever form, and what another validation costs before it is made', async () => {
  const user = await startPayout('Brazil')
  const [name, cpf] = [lastName(), newCpf()]
  const pixKey = `${crypto.randomUUID()}@example.com`
  const who = { 'First name': 'Ana', 'Last name': name, CPF: cpf, 'Pix key': pixKey, Amount: '5' }
  await fillIn(user, who)
  await user.click(screen.getByRole('button', { name: 'Check identity' }))
  await screen.findAllByText(/Name and document match\./)
  await send(user)
  await screen.findByText('Sent to review.')
  const card = await payAgain({ user, name: `Ana ${name}` })
  await waitFor(() => expect(card.textContent).toMatch(/Identity validated just now: Name and document match\./))
  const sent = sentFrom()
  await user.click(within(card).getByRole('button', { name: 'Check identity again' }))
  expect(card.textContent).toContain('a new validation is charged again')
  expect(sent).toEqual([])
  await user.click(within(card).getByRole('button', { name: 'Check anyway' }))
  await waitFor(() => expect(sent.map(([path]) => path)).toContainEqual(expect.stringMatching(/\/validations$/)))
  await within(card).findByRole('button', { name: 'Check identity again' })
  expect(sent.some(([, body]) => body.includes(cpf))).toBe(false)
})

it('A beneficiary who was never validated can be validated from the card, with nothing of them revealed', async () => {
  const user = await startPayout('Brazil')
  const name = lastName()
  const pixKey = `${crypto.randomUUID()}@example.com`
  await fillIn(user, { 'First name': 'Ana', 'Last name': name, CPF: newCpf(), 'Pix key': pixKey, Amount: '5' })
  await send(user)
  await screen.findByText('Sent to review.')
  const card = await payAgain({ user, name: `Ana ${name}` })
  await within(card).findByText('Identity not validated yet.')
  await user.click(within(card).getByRole('button', { name: 'Check identity' }))
  await waitFor(() => expect(card.textContent).toContain('Identity validated just now: Name and document match.'))
})

it('Other details for one payout leave the saved beneficiary alone, are warned of, and stay so when that payout is edited', async () => {
  const known = await startKnown()
  const { user } = known
  const card = await payAgain(known)
  await user.click(within(card).getByRole('button', { name: 'Edit details' }))
  await user.click(within(card).getByRole('button', { name: 'Use other details for this payout only' }))
  await screen.findByText(/applies to this payout only; the saved beneficiary stays as it is/)
  const other = accountNumber()
  await fillIn(user, { 'Account number': other, Amount: '75' })
  await user.click(await screen.findByRole('checkbox', { name: /not the saved details/ }))
  for (const each of screen.getAllByRole<HTMLInputElement>('checkbox', { name: /I checked this/ }))
    if (!each.checked) await user.click(each)
  await send(user)
  await screen.findByText('Sent to review.')
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  await screen.findByText(/applies to this payout only/)
  expect(field('Account number').value).toBe(other)
  goTo(known.payoutPath)
  await screen.findByRole('link', { name: 'Another payout' })
  const again = await payAgain({ user, name: known.name })
  const end = known.account.slice(known.account.length > 8 ? -4 : -2)
  await waitFor(() => expect(again.textContent).toContain(`…${end}`))
})
