import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it, onTestFinished, vi } from 'vitest'
import {
  choices,
  choose,
  chooseMethod,
  field,
  fillIn,
  goTo,
  holdAnswers,
  lastName,
  openPage,
  openRequest,
  startPayout,
} from '../testing/page-under-test.tsx'

const button = (name: string | RegExp) => screen.findByRole('button', { name })

/** Enters a name in the open dialog. */
async function giveName(user: UserEvent, name: string): Promise<void> {
  const dialog = await screen.findByRole('dialog')
  const input = within(dialog).getByLabelText('Name')
  await user.clear(input)
  await user.type(input, `${name}{Enter}`)
}

const requestLine = (text: string) =>
  waitFor(() => expect(screen.getByLabelText('The request, line by line').textContent).toContain(text))

it('Peru: a wallet without a public name is named in the form, and is then found, chosen, saved and listed by that name', async () => {
  const user = await startPayout('Peru')
  await chooseMethod(user, 'Wallet')
  await openRequest(user)
  const name = lastName()
  await fillIn(user, { 'First name': 'Rosa', 'Last name': name, Amount: '80', 'Wallet phone number': '987654321' })
  await choose(user, 'Document type', 'DNI')
  await user.type(await screen.findByRole('textbox', { name: 'DNI' }), '12345678')
  // Before any is chosen, a person who may name them is led there.
  await screen.findByText(/No public list names these codes/)
  await user.click(await button('Name 0029'))
  await giveName(user, 'Plin de prueba')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Name 0029' })).toBeNull())
  expect(document.activeElement).toBe(field('Bank'))
  await user.type(field('Bank'), '0037{Enter}')
  await user.click(await button('Name this code'))
  await giveName(user, 'Yape del barrio')
  await requestLine('Yape del barrio')
  expect(field('Bank').value).toBe('Yape del barrio')
  expect(document.activeElement).toBe(field('Bank'))
  expect([field('First name').value, field('Amount').value]).toEqual(['Rosa', '80'])
  expect(screen.queryByRole('button', { name: 'Name this code' })).toBeNull()
  await user.clear(field('Bank'))
  await user.type(field('Bank'), 'barrio')
  expect(choices().map(({ textContent }) => textContent)).toEqual(['Yape del barrio0037'])
  await user.keyboard('{Enter}')
  await user.click(await button('Save as draft'))
  await screen.findByText('Yape del barrio · 0037')
  await user.click(await button('Show the request'))
  await requestLine('Yape del barrio')
  goTo('/beneficiaries?country=PE')
  await waitFor(async () => expect((await screen.findByRole('main')).textContent).toContain('Yape del barrio · 0037'))
})

it('The Rules page names a code, renames it, finds it by its name and takes the name away, and a public name stays', async () => {
  const user = await openPage('/rules/PE')
  await user.click(await button('Name 0012'))
  await giveName(user, 'Caja Uno')
  await user.click(await button('Rename 0012'))
  expect(within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>('Name').value).toBe('Caja Uno')
  await giveName(user, 'Caja Dos')
  await screen.findByText('Caja Dos')
  expect(document.activeElement?.id).toBe('bank-0012')
  expect(screen.queryByRole('button', { name: /ame 0001$/ })).toBeNull()
  await user.type(screen.getByRole('searchbox'), 'caja dos')
  await screen.findByRole('heading', { name: '1 bank' })
  await user.click(await button('Remove the name of 0012'))
  await waitFor(() => expect(screen.queryByText('Caja Dos')).toBeNull())
})

it('Kenya: any bank code is named on the Rules page, and a refusal says why and keeps what was typed', async () => {
  const user = await openPage('/rules/KE')
  await user.click(await button('Name a code'))
  const dialog = screen.getByRole('dialog')
  await user.type(within(dialog).getByLabelText('Bank code'), '68')
  await giveName(user, 'x'.repeat(61))
  await within(dialog).findByText(/1 to 60 letters/)
  expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe('x'.repeat(61))
  await giveName(user, 'Equity')
  expect(await screen.findByRole('table', { name: 'Banks of Kenya' })).toBeTruthy()
  await button('Rename 68')
})

it('When another person names a code first, the dialog says so and keeps what was typed, and saving again takes it', async () => {
  const user = await openPage('/rules/PE')
  await user.click(await button('Name 0014'))
  const headers = { 'content-type': 'application/json', 'if-none-match': '*' }
  await fetch('/api/bank-names/PE-0014', { method: 'PUT', headers, body: JSON.stringify({ name: 'Caja Siete' }) })
  await giveName(user, 'Caja Ocho')
  const dialog = within(screen.getByRole('dialog'))
  await dialog.findByText(/Someone has changed the name of this bank/)
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Caja Ocho')
  await user.click(dialog.getByRole('button', { name: 'Save the name' }))
  await screen.findByText('Caja Ocho')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('While the names of banks are loading, codes are shown without them', async () => {
  const held = holdAnswers(/^GET .*bank-names/)
  await openPage('/rules/PE')
  await screen.findByText('Loading the bank names you gave')
  expect(screen.queryByRole('button', { name: 'Name 0006' })).toBeNull()
  held.letGo()
  await button('Name 0006')
  expect(screen.queryByText('Loading the bank names you gave')).toBeNull()
})

it('Names of banks that cannot be loaded are requested again by a click', async () => {
  const send = globalThis.fetch
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((path, init) => {
    return String(path).includes('bank-names') ? Promise.reject(new TypeError('Failed to fetch')) : send(path, init)
  })
  onTestFinished(() => spy.mockRestore())
  const user = await openPage('/rules/PE')
  await screen.findByText(/^The bank names you gave could not be loaded/)
  spy.mockRestore()
  await user.click(await button('Try again'))
  await button('Name 0006')
})
