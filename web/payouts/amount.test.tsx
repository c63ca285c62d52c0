import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { field, fillIn, shownRequest, startPayout } from '../testing/page-under-test.tsx'

/** The text next to the amount. */
const shownText = () => {
  const ids = field('Amount').getAttribute('aria-describedby') ?? ''
  return ids
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')
}

it('The amount is read back while it is typed, grouped and with its currency, whichever way it was written', async () => {
  const user = await startPayout('Brazil')
  for (const [typed, read] of [
    ['1500', '1,500.00 BRL'],
    ['R$ 1.500,5', '1,500.50 BRL'],
    ['1.234.567', '1,234,567.00 BRL'],
    ['0,5', '0.50 BRL'],
  ] as const) {
    await fillIn(user, { Amount: typed })
    await waitFor(() => expect(shownText()).toContain(read))
  }
})

it('An amount that could be read in two ways is read back in neither', async () => {
  const user = await startPayout('Brazil')
  await fillIn(user, { Amount: '10,555' })
  await user.tab()
  await waitFor(() => expect(shownText()).toContain('Write 10555 or 10.5550'))
  expect(shownText()).not.toContain('BRL')
})

it('After a switch of currency the amount keeps its own and is asked about; back in its own currency it is as it was typed', async () => {
  const user = await startPayout('Brazil')
  await fillIn(user, { Amount: '1.500,00' })
  await user.click(screen.getByRole('radio', { name: /^USD/ }))
  await screen.findAllByText('The amount was 1,500.00 BRL. How much is it in USD?')
  expect(field('Amount').value).toBe('1.500,00 BRL')
  await user.click(screen.getByRole('radio', { name: /^BRL/ }))
  expect(field('Amount').value).toBe('1.500,00')
  expect(screen.queryByRole('button', { name: 'Pay 1,500.00 USD' })).toBeNull()
})

it('The number of an amount is kept over a switch of currency once a person says so', async () => {
  const user = await startPayout('Brazil')
  await fillIn(user, { Amount: 'R$ 1.500,00' })
  await user.click(screen.getByRole('radio', { name: /^USD/ }))
  const pay = await screen.findByRole('button', { name: 'Pay 1,500.00 USD' })
  // Right below the amount, where it is in sight.
  expect(pay.compareDocumentPosition(field('Payment reason'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await user.click(pay)
  expect(document.activeElement).toBe(field('Amount'))
  expect(await shownRequest(user)).toMatchObject({ amount: 1500, currencyCode: 'USD' })
})

it('An amount that is typed after a switch of currency is the answer', async () => {
  const user = await startPayout('Brazil')
  await fillIn(user, { Amount: '1500' })
  await user.click(screen.getByRole('radio', { name: /^USD/ }))
  await screen.findByRole('button', { name: 'Pay 1,500.00 USD' })
  await user.clear(field('Amount'))
  await fillIn(user, { Amount: '280' })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Pay 1,500.00 USD' })).toBeNull())
  expect(await shownRequest(user)).toMatchObject({ amount: 280, currencyCode: 'USD' })
})

it('An amount that names the currency that is chosen then is not asked about', async () => {
  const user = await startPayout('Brazil')
  await fillIn(user, { Amount: '1500 USD' })
  await user.click(screen.getByRole('radio', { name: /^USD/ }))
  await waitFor(() => expect(shownText()).toContain('1,500.00 USD'))
  expect([field('Amount').value, screen.queryByRole('button', { name: /^Pay / })]).toEqual(['1500 USD', null])
})

it('After a switch of currency another amount can be entered', async () => {
  const user = await startPayout('Brazil')
  await fillIn(user, { Amount: '1500' })
  await user.click(screen.getByRole('radio', { name: /^USD/ }))
  await user.click(await screen.findByRole('button', { name: 'Enter another amount' }))
  expect([document.activeElement, field('Amount').value]).toEqual([field('Amount'), ''])
})
