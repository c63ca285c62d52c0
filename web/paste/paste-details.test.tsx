import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { MessageWorker } from '../testing/message-worker.ts'
import { field, fillIn, openPage, openPageAs, staffName, startPayout } from '../testing/page-under-test.tsx'

const brazilian =
  '[10:42, 3/11/2026] Ana: Nome: Ana Souza\nCPF 111.444.777-35\nchave pix ana@example.com\nValor: R$ 1.500,00'

async function paste(user: UserEvent, text: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Paste details' }))
  const message = await screen.findByLabelText('Message')
  expect(document.activeElement).toBe(message)
  await user.paste(text)
  await untilRead()
}

/** The message is read beside the page. */
async function untilRead(): Promise<void> {
  await screen.findByRole('region', { name: 'Paste details', busy: false })
}

const press = (user: UserEvent, name: string | RegExp) => user.click(screen.getByRole('button', { name }))

function found(label: string, description?: RegExp): HTMLInputElement {
  const list = within(screen.getByRole('list', { name: 'Found in the message' }))
  return list.getByRole<HTMLInputElement>('checkbox', { name: label, ...(description && { description }) })
}

function values(...labels: readonly string[]): readonly string[] {
  return labels.map((label) => field(label).value)
}

it('Mexico: a pasted CLABE fills in its bank, and a doubtful field is left out until it is ticked', async () => {
  const user = await openPage('/payouts/new')
  await paste(
    user,
    'CLABE 0721 8001 1835 9712 38 Banorte\nana maría souza\nCURP GOMA850312MDFRRN09\ntotal $1,500 MXN aprox.',
  )
  expect([found('Amount').checked, found('First name').checked]).toEqual([false, false])
  await user.click(found('First name'))
  await press(user, /^Fill in/)
  await screen.findByLabelText(/^CURP/)
  expect(values('Bank', 'CLABE', 'CURP')).toEqual(['Banorte', '072180011835971238', 'GOMA850312MDFRRN09'])
  expect(values('First name', 'Last name', 'Amount')).toEqual(['ana maría', '', ''])
  // Typing goes on where something is left to fill in.
  await waitFor(() => expect(document.activeElement).toBe(field('Last name')))
})

it('Numbers of a message that are in no field are shown, of each person their own', async () => {
  const user = await openPage('/payouts/new')
  await paste(user, `${brazilian}\nProtocolo 8842117`)
  screen.getByText('In the message, but in no field: “8842117”.')
  await user.clear(screen.getByLabelText('Message'))
  await user.click(screen.getByLabelText('Message'))
  await user.paste(
    'Nome: Ana Souza\nCPF 111.444.777-35\npix ana@example.com\nprotocolo 8842117\n\nNome: Rui Lima\nCPF 529.982.247-25\npix rui@example.com\nprotocolo 9913554',
  )
  await untilRead()
  await user.click(await screen.findByRole('tab', { name: /Rui/ }))
  await screen.findByText('In the message, but in no field: “9913554”.')
})

it('What was typed is replaced by a message only where a person says so', async () => {
  const user = await startPayout('Brazil')
  await fillIn(user, { 'First name': 'Rui' })
  await paste(user, brazilian)
  expect(found('First name', /Replaces “Rui”/).checked).toBe(false)
  await press(user, 'Fill in 4 fields')
  expect(values('First name', 'Last name')).toEqual(['Rui', 'Souza'])
})

it('Filling in from a message can be undone, back to the country that was open, until something is typed', async () => {
  const user = await startPayout('Argentina')
  await fillIn(user, { DNI: '30123456' })
  await paste(user, brazilian)
  await press(user, /^Fill in/)
  await screen.findByLabelText(/^CPF/)
  expect(field('CPF').value).toBe('11144477735')
  await press(user, 'Undo')
  await screen.findByLabelText(/^DNI/)
  expect(values('Country', 'DNI', 'First name')).toEqual(['AR', '30123456', ''])
  await paste(user, brazilian)
  await press(user, /^Fill in/)
  await fillIn(user, { 'Last name': 'Lima' })
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

it('A message about another person replaces the one in the form, and a message without a name says so', async () => {
  const user = await startPayout('Brazil')
  await fillIn(user, { 'First name': 'Rui', 'Last name': 'Lima', CPF: '529.982.247-25', Amount: '20' })
  await paste(user, 'CPF 111.444.777-35\nchave pix ana@example.com')
  screen.getByText('No name found in the message.')
  expect(document.body.textContent).toContain('Filling in clears the details of Rui Lima from the form.')
  await press(user, 'Fill in 2 fields')
  expect(values('CPF', 'First name', 'Amount')).toEqual(['11144477735', '', '20'])
  await press(user, 'Undo')
  expect(values('First name', 'CPF')).toEqual(['Rui', '529.982.247-25'])
})

it('All likely fields of a message are ticked at once; the other bank is there to take instead, with why there are two', async () => {
  const user = await openPage('/payouts/new')
  await paste(user, 'CLABE 002010077777777771 BBVA\nana maría souza')
  screen.getByText('The account number belongs to Banamex; the text says BBVA México.')
  await press(user, 'Select all likely ones')
  expect(found('First name').checked).toBe(true)
  expect(found('Bank').checked).toBe(false)
  const others = within(screen.getByRole('group', { name: 'Bank Also possible:' }))
  await user.click(others.getByRole('button', { name: /^Use Banamex/ }))
  expect(found('Bank', /Banamex/).checked).toBe(true)
  // Focus stays: a second press takes the first value back.
  await user.keyboard('{Enter}')
  expect(found('Bank', /BBVA/).checked).toBe(true)
  await user.keyboard('{Enter}')
  await press(user, /^Fill in/)
  await screen.findByLabelText(/^CURP/)
  expect(field('Bank').value).toBe('Banamex')
})

it('A person who knows better chooses the country of a message', async () => {
  const user = await openPage('/payouts/new')
  await paste(user, 'Cédula 1710034065, cuenta de ahorros 2200123456')
  await user.selectOptions(screen.getByLabelText('Country of the message'), 'CO')
  await untilRead()
  found('Document type', /Cédula de ciudadanía/)
})

it('A message pasted with nothing focused opens the panel with it read, and fills in nothing unseen', async () => {
  const user = await startPayout('Brazil')
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  expect(document.activeElement).toBe(document.body)
  await user.paste(brazilian)
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Message')).value).toBe(brazilian)
  await untilRead()
  expect(found('CPF').checked).toBe(true)
  expect(values('CPF', 'First name')).toEqual(['', ''])
  await press(user, 'Fill in 5 fields')
  expect(values('CPF', 'First name')).toEqual(['11144477735', 'Ana'])
})

it('A text pasted into a field stays in it, and the panel stays closed', async () => {
  const user = await startPayout('Brazil')
  await user.click(field('First name'))
  await user.paste('Ana Souza')
  expect(values('First name')).toEqual(['Ana Souza'])
  expect(screen.queryByLabelText('Message')).toBeNull()
})

it('A message of several lines pasted into a field of one opens the panel with it read, and leaves the field as it was', async () => {
  const user = await startPayout('Brazil')
  await fillIn(user, { 'Last name': 'Lima' })
  for (const label of ['Beneficiary', 'Last name']) {
    const input = screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' })
    const before = input.value
    await user.click(input)
    await user.paste(brazilian)
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Message')).value, label).toBe(brazilian)
    expect(input.value, label).toBe(before)
    await press(user, 'Paste details')
  }
})

it('A line pasted with its line break stays in the field', async () => {
  const user = await startPayout('Brazil')
  await user.click(field('CPF'))
  await user.paste('111.444.777-35\r\n')
  expect(field('CPF').value).toMatch(/^111\.444\.777-35/)
  expect(screen.queryByLabelText('Message')).toBeNull()
})

it('Of two people in a message each has a tab, and nothing of the other can be filled in from it', async () => {
  const user = await openPage('/payouts/new')
  await paste(
    user,
    'Ana Souza, CPF 111.444.777-35, chave pix ana@example.com\nRui Lima, CPF 529.982.247-25, chave pix rui@example.com',
  )
  await user.click(screen.getByRole('tab', { name: 'Ana Souza', selected: true }))
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Rui Lima', selected: true }))
  screen.getByRole('tabpanel', { name: 'Rui Lima' })
  await press(user, 'Select all likely ones')
  expect(screen.getByRole('list', { name: 'Found in the message' }).textContent).not.toContain('ana@example.com')
  await press(user, /^Fill in/)
  await screen.findByLabelText(/^CPF/)
  expect(values('First name', 'Last name', 'CPF', 'Pix key')).toEqual(['Rui', 'Lima', '52998224725', 'rui@example.com'])
})

it('A message that the worker fails to read stays in the box, with a sentence, and can be read again', async () => {
  const user = await openPage('/payouts/new')
  vi.spyOn(MessageWorker.prototype, 'postMessage').mockImplementationOnce(async function fail(this: MessageWorker) {
    this.onerror?.()
  })
  await paste(user, brazilian)
  await screen.findByText('The message could not be read. It is still in the box; nothing was lost.')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe(brazilian)
  await press(user, 'Read it again')
  await untilRead()
  expect(found('CPF').checked).toBe(true)
})

it('A message that changes while it is read is read once more, and what was read of the first is not shown', async () => {
  const user = await openPage('/payouts/new')
  const held = vi.spyOn(MessageWorker.prototype, 'postMessage').mockClear()
  held.mockImplementationOnce(async () => undefined)
  await user.click(await screen.findByRole('button', { name: 'Paste details' }))
  await user.paste(brazilian)
  const ended = vi.spyOn(MessageWorker.prototype, 'terminate')
  await user.clear(screen.getByLabelText('Message'))
  expect(ended).toHaveBeenCalledOnce()
  await user.paste('CPF 529.982.247-25')
  await untilRead()
  found('CPF', /529.982.247-25/)
  expect(held).toHaveBeenCalledTimes(2)
})

it('Who has no message is led to where the beneficiary is asked for their own details, on a server that has a page for that', async () => {
  const user = await openPageAs({ name: staffName('Ana'), roles: ['clerk'] }, '/payouts/new')
  await user.click(await screen.findByRole('button', { name: 'Paste details' }))
  await user.click(
    await screen.findByRole('link', { name: 'Or ask the beneficiary to enter their details themselves' }),
  )
  await screen.findByRole('heading', { name: 'Details links' })
})
