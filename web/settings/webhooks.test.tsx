import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, inject, it } from 'vitest'
import { webhooksSchema } from '#shared/api/webhooks.ts'
import { accountNumber, goTo, lastName, openPage, openPageAs, staffName } from '../testing/page-under-test.tsx'

const admin = (first: string) => ({ name: staffName(first), roles: ['admin'] }) as const

it('An admin adds an endpoint, sees its secret once, and another admin confirms it; then a test, a new secret and switching off say what they did', async () => {
  const user = await openPageAs(admin('Ana'), '/settings')
  await user.click(await screen.findByRole('link', { name: 'Manage webhooks' }))
  await user.click(await screen.findByRole('button', { name: 'Add an endpoint' }))
  await user.click(screen.getByRole('button', { name: 'Propose the endpoint' }))
  screen.getByText('Enter an address that begins with https://.')
  screen.getByText('Choose at least one event.')
  await user.type(screen.getByLabelText('Address'), 'https://10.0.0.7/in')
  await user.click(screen.getByRole('checkbox', { name: 'Beneficiary added' }))
  await user.click(screen.getByRole('button', { name: 'Propose the endpoint' }))
  await screen.findByText(/Hosts in your own network must be listed in WEBHOOK_PRIVATE_HOSTS/)
  const url = `${inject('receiverUrl')}/${staffName('in').replace(' ', '-')}`
  await user.clear(screen.getByLabelText('Address'))
  await user.type(screen.getByLabelText('Address'), url)
  await user.click(screen.getByRole('button', { name: 'Propose the endpoint' }))
  const secret = await screen.findByText(/^whsec_/)
  await user.click(screen.getByRole('button', { name: 'I have copied it' }))
  expect(secret.isConnected).toBe(false)
  const proposed = await screen.findByRole('region', { name: url })
  within(proposed).getByText('to be confirmed')
  expect(within(proposed).queryByRole('button', { name: /Send a test/ })).toBeNull()

  const other = await openPageAs(admin('Bruno'), '/settings/webhooks')
  await other.click(await screen.findByRole('button', { name: `Confirm: Webhook: ${url}` }))
  await other.click(await screen.findByRole('button', { name: `Send a test to ${url}` }))
  await screen.findByText(/^The endpoint answered 204 in/)
  await other.click(screen.getByRole('button', { name: `Replace the secret of ${url}` }))
  await other.click(screen.getByRole('button', { name: 'Replace the secret' }))
  const next = await screen.findByText(/^whsec_/)
  expect(next.textContent).not.toBe(secret.textContent)
  await other.click(screen.getByRole('button', { name: 'I have copied it' }))
  await screen.findByText('A new secret is waiting for another admin.')
  const third = await openPageAs(admin('Carla'), '/settings/webhooks')
  await third.click(await screen.findByRole('button', { name: `Confirm: New secret of the webhook ${url}` }))
  await screen.findByText(/messages are also signed with the old secret/)
  await third.click(screen.getByRole('button', { name: `Switch off ${url}` }))
  await third.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Switch off' }))
  await waitFor(() => within(screen.getByRole('region', { name: url })).getByText('off'))
})

it('A clerk who follows a link to the webhooks reads that they are for admins', async () => {
  await openPageAs({ name: staffName('Carla'), roles: ['clerk'] }, '/settings/webhooks')
  await screen.findByText(/Only admins see this/)
})

it('Where webhooks are switched off the settings do not name them, and a link to them says so', async () => {
  await openPage('/settings')
  await screen.findByRole('heading', { name: 'Approval policy' })
  expect(screen.queryByRole('link', { name: 'Manage webhooks' })).toBeNull()
  goTo('/settings/webhooks')
  await screen.findByText('Webhooks are switched off on this server.')
  expect(screen.queryByRole('button', { name: 'Add an endpoint' })).toBeNull()
})

it('What an endpoint was sent is shown with its answer, and what waits because it is down', async () => {
  const first = await openPageAs(admin('Ana'), '/settings/webhooks')
  const url = `${inject('receiverUrl')}/down`
  await first.click(await screen.findByRole('button', { name: 'Add an endpoint' }))
  await first.type(screen.getByLabelText('Address'), url)
  await first.click(screen.getByRole('checkbox', { name: 'Beneficiary added' }))
  await first.click(screen.getByRole('button', { name: 'Propose the endpoint' }))
  await first.click(await screen.findByRole('button', { name: 'I have copied it' }))
  const user = await openPageAs({ name: staffName('Bruno'), roles: ['admin', 'clerk'] }, '/settings/webhooks')
  await user.click(await screen.findByRole('button', { name: `Confirm: Webhook: ${url}` }))
  await screen.findByRole('button', { name: `Send a test to ${url}` })
  await saveBeneficiary()
  await user.click(within(screen.getByRole('region', { name: url })).getByText('Last 100 deliveries'))
  const table = await screen.findByRole('table', { name: 'Last 100 deliveries' })
  await waitFor(() => expect(table.textContent).toContain('503'))
  expect(within(table).getAllByRole('row')[1]?.textContent).toContain('Beneficiary added')
  // Other tests add some, too.
  expect(within(table).getAllByText('waiting').length).toBeGreaterThan(0)
  await user.click(screen.getByRole('button', { name: `Send a test to ${url}` }))
  await screen.findByText('The test failed: answered 503.')
  await waitFor(() => within(table).getByRole('row', { name: /^Test failed 503/ }))
  await user.click(screen.getByRole('button', { name: `Switch off ${url}` }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Switch off' }))
  await within(screen.getByRole('region', { name: url })).findByText(/^\d+ deliver(y|ies) set aside$/)
})

it('An endpoint that answered 410 is switched on again by two admins, and what was set aside is sent again', async () => {
  const first = await openPageAs(admin('Ana'), '/settings/webhooks')
  const url = `${inject('receiverUrl')}/gone`
  const own = () => within(screen.getByRole('region', { name: url }))
  await first.click(await screen.findByRole('button', { name: 'Add an endpoint' }))
  await first.type(screen.getByLabelText('Address'), url)
  await first.click(screen.getByRole('checkbox', { name: 'Beneficiary added' }))
  await first.click(screen.getByRole('button', { name: 'Propose the endpoint' }))
  await first.click(await screen.findByRole('button', { name: 'I have copied it' }))
  const other = await openPageAs({ name: staffName('Bruno'), roles: ['admin', 'clerk'] }, '/settings/webhooks')
  await other.click(await screen.findByRole('button', { name: `Confirm: Webhook: ${url}` }))
  await saveBeneficiary()
  const again = await openOnceOff(url)
  await again.click(own().getByRole('button', { name: `Switch on ${url} again` }))
  await again.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Switch on again' }))
  await screen.findByText(`Call the webhook ${url} again`)
  const third = await openPageAs(admin('Carla'), '/settings/webhooks')
  await third.click(await screen.findByRole('button', { name: `Confirm: Call the webhook ${url} again` }))
  await third.click(await screen.findByRole('button', { name: `Send again to ${url} what was set aside` }))
  await openOnceOff(url)
})

/** Opens the page again once it has this to show, which it looks for itself every ten seconds. */
async function openOnceOff(url: string): Promise<UserEvent> {
  await waitFor(async () => {
    const { items } = webhooksSchema.parse(await (await fetch('/api/webhooks')).json())
    expect(items.find((one) => one.url === url)).toMatchObject({ state: 'off' })
  })
  const user = goTo()
  within(await screen.findByRole('region', { name: url })).getByText('off: the endpoint answered 410')
  return user
}

async function saveBeneficiary(): Promise<void> {
  const person = { beneficiaryFirstName: 'Ama', beneficiaryLastName: lastName() }
  const entry = { country: 'GH', method: 'account', ...person, accountNumber: accountNumber() }
  const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
  const answer = await fetch('/api/beneficiaries', {
    method: 'POST',
    headers,
    body: JSON.stringify({ entry, confirmed: [] }),
  })
  expect(await answer.json()).toMatchObject({ version: 1 })
}
