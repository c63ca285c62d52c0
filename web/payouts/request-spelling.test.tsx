import { screen } from '@testing-library/react'
import { expect, inject, it } from 'vitest'
import { accountNumber, fillIn, goTo, lastName, openRequest, startPayout } from '../testing/page-under-test.tsx'

it.each([
  ['currencyCode', 'CurrencyCode', 'serverUrl'],
  ['CurrencyCode', 'currencyCode', 'renamingServerUrl'],
] as const)(
  'Where the currency is sent as %s, the form, the copied request, the saved payout and the About page say so',
  async (name, other, server) => {
    window.happyDOM.setURL(inject(server))
    const user = await startPayout('Ghana')
    const press = async (label: string) => user.click(await screen.findByRole('button', { name: label }))
    const isSpelt = (text: string | null = '') =>
      expect([text?.includes(name), text?.includes(other)]).toEqual([true, false])
    await fillIn(user, {
      'First name': 'Kofi',
      'Last name': lastName(),
      'Account number': accountNumber(),
      Amount: '10',
    })
    isSpelt((await openRequest(user)).textContent)
    await press('Show as JSON')
    isSpelt((await screen.findByLabelText('The request as JSON')).textContent)
    await press('Copy request')
    await screen.findByText('Copied: the exact request is on your clipboard.')
    expect(JSON.parse(await navigator.clipboard.readText())).toMatchObject({ [name]: 'GHS', amount: 10 })
    await press('Save as draft')
    await press('Show the request')
    const saved = (await screen.findByLabelText('The request, line by line')).textContent
    isSpelt(saved)
    expect(saved).toContain('GHS')
    goTo('/about')
    isSpelt((await screen.findByRole('region', { name: 'Assumed names' })).textContent)
  },
)
