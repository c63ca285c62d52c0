import { cleanup, render, screen, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { Window } from 'happy-dom'
import { request } from 'undici'
import { inject, onTestFinished, vi } from 'vitest'
import type { Role } from '#shared/api/permissions.ts'
import { hasValidCpfDigits } from '#shared/check-digits/cpf.ts'
import { english } from '#shared/language/english.ts'
import { formFields } from '#shared/payout/form-fields.ts'
import { type Country, countryName, type FieldValues, type Method } from '#shared/rule-book/country.ts'
import { App, createQueryClient } from '../app/app.tsx'

type Fetch = (path: string, init?: RequestInit) => Promise<Response>

/** Opens the whole page at an address, for a person whom no other test knows. The server behind it is the real one. */
export async function openPage(path: string): Promise<UserEvent> {
  await signIn(fetch, 'Ana')
  return goTo(path)
}

/** Closes the page, whatever it is doing, and opens it again: by default at the same address, as a reload does. */
export function goTo(path: string = location.pathname + location.search): UserEvent {
  cleanup()
  history.pushState(null, '', path)
  render(<App queryClient={createQueryClient()} />)
  return userEvent.setup()
}

export interface TestColleague {
  readonly name: string
  readonly roles: readonly Role[]
  /** Mail to an address at refused.example is rejected. */
  readonly email?: string
  readonly approveUpTo?: Readonly<Record<string, string>>
  readonly heldUntil?: string
}

/** Opens the whole page for a person with roles, on the server that has accounts. */
export async function openPageAs(member: TestColleague, path: string): Promise<UserEvent> {
  const cookie = await cookieOf(member)
  const before = location.origin
  window.happyDOM.setURL(inject('staffServerUrl'))
  // biome-ignore lint/suspicious/noDocumentCookie: the DOM of the tests knows no Cookie Store
  document.cookie = `${cookie}; Path=/`
  onTestFinished(() => window.happyDOM.setURL(before))
  return goTo(path)
}

/** Moves payouts into a batch, on the server with accounts. */
export async function assignToBatch(batchId: string, ids: readonly string[]): Promise<void> {
  const { body } = await request(`${inject('staffDeskUrl')}/batch`, {
    method: 'POST',
    body: JSON.stringify({ batchId, ids }),
  })
  await body.dump()
}

async function cookieOf(member: TestColleague): Promise<string> {
  const headers = { 'user-agent': navigator.userAgent }
  const { body } = await request(inject('staffDeskUrl'), { method: 'POST', headers, body: JSON.stringify(member) })
  return body.text()
}

/** A name that is unique in the database. */
export function staffName(first: string): string {
  return `${first} ${letters()}`
}

export interface Colleague {
  readonly name: string
  /** Saves a payout with some of its fields changed. */
  readonly change: (path: string, fields: Readonly<Record<string, string>>) => Promise<void>
}

/** Another person, in a separate browser. */
export async function colleague(): Promise<Colleague> {
  const browser = new Window({ url: location.origin })
  onTestFinished(() => browser.happyDOM.close())
  // Its types are those of another window, but it behaves the same.
  const send: Fetch = async (path, init) => Reflect.apply(Reflect.get(browser, 'fetch'), browser, [path, init])
  return {
    name: await signIn(send, 'Bruno'),
    async change(path, fields) {
      const { version, entry } = await (await send(`${path}/reveal`, json('POST', {}))).json()
      const write = { entry: { ...entry, ...fields }, confirmed: [], submit: false }
      const answer = await send(path, json('PUT', write, { 'if-match': `"${version}"` }))
      if (!answer.ok) throw new Error(`Not saved: ${answer.status} ${await answer.text()}`)
    },
  }
}

function json(method: string, body: object, headers: Readonly<Record<string, string>> = {}): RequestInit {
  return { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

/** A unique account number, for countries that take any. */
export function accountNumber(): string {
  return `0${letters()}`
}

/** A last name that is unique in the database. */
export function lastName(): string {
  return `Souza ${letters()}`
}

/** A unique CPF with valid check digits. */
export function newCpf(): string {
  const nine = String(Math.floor(Math.random() * 900_000_000) + 100_000_000)
  const endings = Array.from({ length: 100 }, (_, ending) => nine + String(ending).padStart(2, '0'))
  return endings.find(hasValidCpfDigits) ?? newCpf()
}

async function signIn(send: Fetch, firstName: string): Promise<string> {
  const name = `${firstName} ${letters()}`
  const answer = await send('/api/session', json('POST', { name }))
  if (!answer.ok) throw new Error(`Nobody can sign in: ${answer.status} ${await answer.text()}`)
  return name
}

function letters(): string {
  return crypto.randomUUID().replaceAll(/[^a-f]/g, '')
}

/** The field with this label, whether or not it is marked as optional. */
export function field(label: string): HTMLInputElement {
  return screen.getByLabelText<HTMLInputElement>(labelled(label), inputs)
}

/** Opens an empty form and chooses a country. */
export async function startPayout(country: string): Promise<UserEvent> {
  const user = await openPage('/payouts/new')
  await chooseCountry(user, country)
  await screen.findByLabelText('First name')
  return user
}

export async function chooseCountry(user: UserEvent, name: string): Promise<void> {
  const select = await screen.findByRole('combobox', { name: 'Country' })
  await user.selectOptions(select, within(select).getByRole('option', { name: new RegExp(`^${name} `) }))
}

export async function chooseMethod(user: UserEvent, name: string): Promise<void> {
  const methods = await screen.findByRole('group', { name: 'Method' })
  await user.click(within(methods).getByRole('radio', { name: new RegExp(`^${name}`) }))
}

/** Puts texts into fields, each at once; waits for the first to be rendered. */
export async function fillIn(user: UserEvent, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) {
    const input = await screen.findByLabelText(labelled(label), inputs)
    await user.clear(input)
    await user.click(input)
    await user.paste(text)
  }
}

/** Opens the fields that most payouts leave empty. */
export async function openMore(user: UserEvent): Promise<void> {
  await user.click(await screen.findByText(/^E-mail, city, reference/))
}

/** Opens the request next to the form, line by line. */
export async function openRequest(user: UserEvent): Promise<HTMLElement> {
  await user.click(await screen.findByText('All fields'))
  return screen.findByLabelText('The request, line by line')
}

/** Chooses a country and a method, and fills in an entry from top to bottom, each field by its label at that point. */
export async function fillInEntry(
  user: UserEvent,
  country: Country,
  method: Method,
  entry: FieldValues,
): Promise<void> {
  await chooseCountry(user, english(countryName(country)))
  if (country.methods.length > 1) await chooseMethod(user, `${english(method.label)} ${english(method.summary)}`)
  await screen.findByLabelText('First name')
  for (const { name, label, control, choices } of formFields(country, method, {
    currencyCode: country.currency,
    ...entry,
  })) {
    const value = entry[name]
    if (value === undefined) continue
    if (control === 'choice') {
      const choice = choices.find(({ code }) => code === value)?.label
      await choose(user, english(label), choice === undefined ? value : english(choice))
    } else {
      await fillIn(user, { [english(label)]: value })
      if (control === 'bank') await user.keyboard('{Enter}')
    }
  }
}

/** Chooses among a few: in a select beside its number, or by a radio button. */
export async function choose(user: UserEvent, label: string, choice: string): Promise<void> {
  const select = screen.queryByRole('combobox', { name: labelled(label) })
  if (select !== null) return user.selectOptions(select, choice)
  const group = screen.getByRole('group', { name: labelled(label) })
  await user.click(within(group).getByRole('radio', { name: choice }))
}

/** The request that the form shows, as JSON. */
export async function shownRequest(user: UserEvent): Promise<unknown> {
  const show = screen.queryByRole('button', { name: 'Show as JSON' })
  if (show !== null) await user.click(show)
  const { textContent } = await screen.findByRole('figure', { name: 'The request as JSON' })
  return JSON.parse(textContent ?? '')
}

/** The options of the open combobox; none while all are closed. */
export function choices(): readonly HTMLElement[] {
  const list = screen.queryByRole('listbox')
  return list === null ? [] : within(list).queryAllByRole('option')
}

/** The option that Enter would choose. */
export function highlighted(): HTMLElement | undefined {
  return choices().find((choice) => choice.getAttribute('aria-selected') === 'true')
}

/** Resolves once the server has all that was typed. */
export async function untilSaved(): Promise<void> {
  await screen.findByText(/^Saved /)
}

function labelled(label: string): RegExp {
  return new RegExp(`^${label.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}( \\(.*\\))?$`)
}

const inputs = { selector: 'input:not([type=radio], [type=checkbox]), select' }

export interface HeldAnswers {
  /** The number of held answers. */
  readonly count: () => number
  readonly letGo: () => void
  /** Drops them, though the server has done what it was asked. */
  readonly lose: () => void
}

/** Simulates a slow network: from now on, answers to these requests, such as `PUT /api/drafts/1`, are held back. */
export function holdAnswers(to: RegExp): HeldAnswers {
  const send = globalThis.fetch
  const waiting: (() => void)[] = []
  let isOpen = false
  let isLost = false
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (path, init) => {
    const answer = await send(path, init)
    if (isOpen || !to.test(`${init?.method ?? 'GET'} ${path}`)) return answer
    await new Promise<void>((resolve) => waiting.push(resolve))
    if (isLost) throw new TypeError('Failed to fetch')
    return answer
  })
  onTestFinished(() => spy.mockRestore())
  function end(lost: boolean) {
    isOpen = true
    isLost = lost
    for (const resolve of waiting) resolve()
  }
  return { count: () => waiting.length, letGo: () => end(false), lose: () => end(true) }
}
