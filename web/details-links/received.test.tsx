import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { request } from 'undici'
import { expect, inject, it } from 'vitest'
import * as z from 'zod/mini'
import { newDetailsLinkSchema } from '#shared/api/details-links.ts'
import { accountNumber, lastName, openPageAs, staffName } from '../testing/page-under-test.tsx'

interface Key {
  readonly id: string
  readonly secret: string
}

/** Makes a link as the signed-in clerk. */
async function makeLink(write: object): Promise<Key> {
  const answer = await fetch('/api/details-links', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ language: 'en', ...write }),
  })
  const { url, details } = newDetailsLinkSchema.parse(await answer.json())
  return { id: details.id, secret: new URL(url).hash.slice(1) }
}

/** As the page of a beneficiary does. */
async function send(what: 'open' | 'submit', body: object): Promise<unknown> {
  const { statusCode, body: answer } = await request(`${inject('staffDetailsUrl')}/api/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const json = await answer.json()
  expect(statusCode, JSON.stringify(json)).toBe(200)
  return json
}

const kofi = (name = lastName(), account = `${accountNumber()}6655`) => ({
  country: 'GH',
  method: 'account',
  beneficiaryFirstName: 'Kofi',
  beneficiaryLastName: name,
  accountNumber: account,
})

const submit = (link: Key, entry: object) => send('submit', { ...link, submissionId: crypto.randomUUID(), entry })

/** Opens the queue at one of them, and has it shown. */
async function show({ id }: Key, name: string, role: 'clerk' | 'reviewer' = 'clerk'): Promise<UserEvent> {
  const user = await openPageAs({ name: staffName('Bia'), roles: [role] }, `/details-links/received/${id}`)
  await screen.findByRole('article', { name })
  await user.click(screen.getByRole('button', { name: 'Show what they sent' }))
  await screen.findByRole('button', { name: /^Accept…/ })
  return user
}

/** Makes a link as another clerk, and sends details by it. */
async function received(write: { readonly name: string }, entry: object): Promise<Key> {
  await openPageAs({ name: staffName('Ana'), roles: ['clerk'] }, '/about')
  const link = await makeLink(write)
  await submit(link, entry)
  return link
}

it('What a beneficiary sent is shown in full once a person asks for it, and saved by two keys as a new beneficiary', async () => {
  const name = staffName('Kofi')
  const entry = kofi()
  const link = await received({ name }, entry)
  const user = await openPageAs({ name: staffName('Bia'), roles: ['clerk'] }, `/details-links/received/${link.id}`)
  const paper = await screen.findByRole('article', { name })
  expect(paper.textContent).not.toContain(entry.accountNumber)
  await user.click(screen.getByRole('button', { name: 'Show what they sent' }))
  await waitFor(() => expect(paper.textContent).toContain(entry.accountNumber))
  within(paper).getByText('Someone new: accepting this saves a new beneficiary.')
  await user.keyboard('a')
  screen.getByRole('dialog', { name: 'Accept these details?' })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('article', { name })).toBeNull())
  const saved = await fetch('/api/beneficiary-searches', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: entry.beneficiaryLastName }),
  })
  const { items } = z.object({ items: z.array(z.object({ name: z.string() })) }).parse(await saved.json())
  expect(items).toEqual([{ name: `Kofi ${entry.beneficiaryLastName}` }])
})

it('Of a saved beneficiary what differs is marked beside the end of what is saved, and a twin is a warning that is confirmed first', async () => {
  const [name, account] = [staffName('Kofi'), `${accountNumber()}7788`]
  const entry = kofi()
  const first = await received({ name }, entry)
  const user = await show(first, name)
  await user.keyboard('a{Enter}')
  await waitFor(() => expect(screen.queryByRole('article', { name })).toBeNull())
  const other = await received(
    { name: `${name} b` },
    { ...entry, beneficiaryFirstName: 'Kwame', accountNumber: account },
  )
  const user2 = await show(other, `${name} b`)
  await user2.keyboard('a{Enter}')
  await waitFor(() => expect(screen.queryByRole('article', { name: `${name} b` })).toBeNull())

  await openPageAs({ name: staffName('Ana'), roles: ['clerk'] }, '/about')
  const links = await (await fetch('/api/details-links?state=accepted')).json()
  const beneficiaryId: string = links.items.find((one: { id: string }) => one.id === first.id).beneficiaryId
  const again = await makeLink({ name, beneficiaryId })
  await submit(again, { ...entry, accountNumber: account })
  const user3 = await show(again, name)
  const paper = screen.getByRole('article', { name })
  within(paper).getByText('1 field differs from what is saved')
  expect((await within(paper).findByText(/^Saved now:/)).parentElement?.textContent).toBe('Saved now: …6655')
  within(paper).getByText('1 warning')
  await user3.keyboard('a')
  const dialog = screen.getByRole('dialog', { name: 'Accept these details?' })
  await user3.keyboard('{Enter}')
  within(dialog).getByText('Confirm each warning first.')
  await user3.click(within(dialog).getByRole('checkbox'))
  await user3.click(within(dialog).getByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(screen.queryByRole('article', { name })).toBeNull())
})

it('It is sent back with a comment, or refused, and a reviewer reads why only clerks decide', async () => {
  const names = [staffName('Kofi'), staffName('Esi')] as const
  const [first, second] = [await received({ name: names[0] }, kofi()), await received({ name: names[1] }, kofi())]
  const user = await show(first, names[0])
  await user.keyboard('r')
  const dialog = screen.getByRole('dialog', { name: 'Send it back to be corrected' })
  await user.click(within(dialog).getByRole('button', { name: 'Send back' }))
  within(dialog).getByText('Say what to correct.')
  await user.type(within(dialog).getByLabelText('What should they correct?'), 'Which branch?')
  await user.click(within(dialog).getByRole('button', { name: 'Send back' }))
  await waitFor(() => expect(screen.queryByRole('article', { name: names[0] })).toBeNull())
  expect(await send('open', first)).toMatchObject({ state: 'returned', comment: 'Which branch?' })

  await show(second, names[1], 'reviewer')
  screen.getByText(/Only clerks enter and change things/)
  const clerk = await show(second, names[1])
  await clerk.click(screen.getByRole('button', { name: /^Refuse/ }))
  await clerk.click(screen.getByRole('button', { name: 'Refuse' }))
  await waitFor(() => expect(screen.queryByRole('article', { name: names[1] })).toBeNull())
})

it('What took the place of what is shown is not accepted with it, but shown in its place with a warning', async () => {
  const name = staffName('Kofi')
  const entry = kofi()
  const link = await received({ name }, entry)
  const user = await show(link, name)
  const account = `${accountNumber()}9911`
  await submit(link, { ...entry, accountNumber: account })
  await user.keyboard('a{Enter}')
  await screen.findByText('They have sent something else since you looked. Check it again.')
  await waitFor(() => expect(screen.getByRole('article', { name }).textContent).toContain(account))
})

it('All that nothing warns of is accepted in one act once it is shown, less what a clerk unticks; the rest is counted and stays', async () => {
  const names = [staffName('Kofi'), staffName('Esi'), staffName('Yaw')] as const
  const entries = names.map(() => kofi())
  for (const [place, name] of names.entries()) await received({ name }, entries[place] ?? {})
  const user = await openPageAs({ name: staffName('Bia'), roles: ['clerk'] }, '/details-links/received')
  await user.click(await screen.findByRole('button', { name: 'Accept all without warnings…' }))
  const dialog = screen.getByRole('dialog')
  expect(dialog.textContent).not.toContain(entries[0]?.accountNumber)
  await user.click(within(dialog).getByRole('button', { name: 'Show them' }))
  const rowOf = (name: string) =>
    within(screen.getByRole('dialog')).getByRole('checkbox', { description: new RegExp(`asked as ${name} · new`) })
  await waitFor(() => rowOf(names[0]))
  expect(screen.getByRole('dialog').textContent).toContain(entries[0]?.accountNumber)
  await user.click(rowOf(names[2]))
  await user.click(screen.getByRole('button', { name: /^Accept \d+$/ }))
  await user.click(within(await screen.findByRole('dialog', { name: /^\d+ accepted$/ })).getByRole('button'))
  const queue = await screen.findByRole('list', { name: 'Waiting for a decision' })
  await waitFor(() => expect(within(queue).queryByText(names[0])).toBeNull())
  expect(within(queue).queryByText(names[1])).toBeNull()
  within(queue).getByText(names[2])
})
