import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openPage } from '../testing/page-under-test.tsx'

it('The settings set the amount limit of a currency, say who did, and take it away', async () => {
  const user = await openPage('/settings')
  await user.selectOptions(await screen.findByLabelText('Currency'), 'GHS')
  await user.type(screen.getByLabelText('Limit'), '1,500')
  await user.click(screen.getByRole('button', { name: 'Set limit' }))
  await screen.findByText(/can be read in two ways/)
  await user.clear(screen.getByLabelText('Limit'))
  await user.type(screen.getByLabelText('Limit'), '1500{Enter}')
  await screen.findByText('1,500.00 GHS')
  expect(document.activeElement).toBe(screen.getByLabelText('Currency'))
  await user.click(screen.getByRole('button', { name: 'Remove the limit of GHS' }))
  await screen.findByText('There is no limit in GHS now.')
  expect(screen.queryByText('1,500.00 GHS')).toBeNull()
})
