import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { payoutSchema } from '#shared/api/payout.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { accountNumber, goTo, lastName, openPage } from '../testing/page-under-test.tsx'

const list = () => screen.findByRole('table', { name: 'Payouts' })

/** The texts of a column of the list, from the top. */
async function column(title: string): Promise<readonly string[]> {
  const table = within(await list())
  const place = table.getAllByRole('columnheader').findIndex((head) => head.textContent?.startsWith(title))
  return table
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[place]?.textContent ?? '')
}

/** Drafts of a person whom no other test knows; the page lists them filtered by that person. */
async function openDrafts(amounts: readonly string[]) {
  const user = await openPage('/about')
  const name = lastName()
  for (const [place, amount] of amounts.entries()) {
    const who = { beneficiaryFirstName: `${'ABC'[place]}ma`, beneficiaryLastName: name, accountNumber: accountNumber() }
    const entry = { country: 'GH', method: 'account', ...ruleBook.GH.methods[0].sample, ...who, amount }
    const body = JSON.stringify({ entry, confirmed: [], submit: false })
    const headers = { 'content-type': 'application/json' }
    payoutSchema.parse(await (await fetch('/api/payouts', { method: 'POST', body, headers })).json())
  }
  goTo('/payouts')
  await user.type(await screen.findByRole('searchbox', { name: 'Search payouts' }), name)
  await screen.findByText(`${amounts.length} payouts`, { selector: 'strong' })
  return user
}

it('A click on a column title sorts the payouts by it, another one reverses the order, and the address has the sorting', async () => {
  const user = await openDrafts(['20', '3', '100'])
  const title = (name: RegExp) => screen.getByRole('columnheader', { name })
  await user.click(within(title(/^Amount/)).getByRole('button'))
  await expect.poll(() => column('Amount')).toEqual(['100.00 GHS', '20.00 GHS', '3.00 GHS'])
  expect(title(/^Amount/).getAttribute('aria-sort')).toBe('descending')
  await user.click(within(title(/^Amount/)).getByRole('button'))
  await expect.poll(() => column('Amount')).toEqual(['3.00 GHS', '20.00 GHS', '100.00 GHS'])
  expect([title(/^Amount/).getAttribute('aria-sort'), location.search]).toEqual(['ascending', '?sort=amount-asc'])
  await user.click(within(title(/^Beneficiary/)).getByRole('button'))
  await expect
    .poll(async () => (await column('Beneficiary')).map((name) => name.slice(0, 3)))
    .toEqual(['Ama', 'Bma', 'Cma'])
})

it('A list of payouts shows the sum of all that match, and amounts are read as people write them', async () => {
  const user = await openDrafts(['1200.50', '30', '4'])
  const totals = () => screen.findByRole('region', { name: 'Totals' })
  expect((await totals()).textContent).toBe('3 payouts1,234.50 GHS')
  await user.click(screen.getByRole('button', { name: 'Dates and amounts' }))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Currency' }), 'GHS')
  await user.type(await screen.findByRole('textbox', { name: 'At most' }), '1.000,00{Enter}')
  await expect.poll(async () => (await totals()).textContent).toBe('2 payouts34.00 GHS')
  expect(location.search).toBe('?currency=GHS&max=1000')
  await user.type(await screen.findByRole('textbox', { name: 'At least' }), 'ten{Enter}')
  expect(screen.getByRole('textbox', { name: 'At least' }).getAttribute('aria-invalid')).toBe('true')
})

it('Selected payouts are sent to review together, and what is refused says why; of the others some are deleted', async () => {
  const user = await openDrafts(['20', '3', '100'])
  await user.click(screen.getByRole('button', { name: 'Select' }))
  const bar = () => within(screen.getByRole('region', { name: 'Selected payouts' }))
  const tick = async (name: RegExp) => user.click(await screen.findByRole('checkbox', { name }))
  await tick(/^Ama/)
  await tick(/^Bma/)
  expect(bar().getByText('2 selected')).toBeTruthy()
  await user.click(bar().getByRole('button', { name: 'Send to review' }))
  const question = within(await screen.findByRole('dialog', { name: 'Send 2 payouts to review?' }))
  expect(question.getByText('23.00 GHS')).toBeTruthy()
  // In another tab one of them is changed meanwhile.
  const { items } = payoutPageSchema.parse(
    await (
      await post('/api/payout-searches', {
        text: await column('Beneficiary').then(([, name]) => name?.split('Ghana')[0]),
      })
    ).json(),
  )
  await post(`/api/payouts/${items[0]?.id}/submit`, {}, { 'if-match': '"1"' })
  await user.click(question.getByRole('button', { name: 'Send to review' }))
  const result = within(await screen.findByRole('dialog', { name: '1 payout sent to review' }))
  expect(result.getByText(/1 payout stays as it is/)).toBeTruthy()
  expect(result.getByRole('listitem').textContent).toMatch(/The payout is in review/)
  await user.click(result.getByRole('button', { name: 'Close' }))
  await tick(/^Cma/)
  await user.click(bar().getByRole('button', { name: 'Delete' }))
  const asked = within(await screen.findByRole('dialog', { name: 'Delete 1 payout?' }))
  await user.click(asked.getByRole('button', { name: 'Delete' }))
  const gone = within(await screen.findByRole('dialog', { name: '1 payout deleted' }))
  await user.click(gone.getByRole('button', { name: 'Close' }))
  await user.click(bar().getByRole('button', { name: 'Stop selecting' }))
  await expect.poll(() => column('State')).toEqual(['In review', 'In review'])
})

function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

it('The result of an act on all payouts that a filter shows stays until it is closed, although the list is empty', async () => {
  const user = await openDrafts(['20', '30'])
  await user.click(screen.getByRole('button', { name: 'Select' }))
  await user.click(await screen.findByRole('checkbox', { name: /^All payouts shown/ }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const question = await screen.findByRole('dialog', { name: 'Delete 2 payouts?' })
  await user.click(within(question).getByRole('button', { name: 'Delete' }))
  await screen.findByText(/^No payout found\./, undefined, { timeout: 10_000 })
  const result = await screen.findByRole('dialog', { name: '2 payouts deleted' })
  await user.click(within(result).getByRole('button', { name: 'Close' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})
