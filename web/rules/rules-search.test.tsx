import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../testing/page-under-test.tsx'

test('A search of the rules shows each count at once, and announces it once after a pause in typing', async () => {
  const user = await openPage('/rules')
  const box = await screen.findByRole('searchbox', { name: 'Search all countries' })
  const search = within(box.closest('search') ?? document.body)
  const status = search.getByRole('status')
  const spoken: string[] = []
  new MutationObserver(() => spoken.push(status.textContent ?? '')).observe(status, {
    childList: true,
    characterData: true,
    subtree: true,
  })
  await user.type(box, 'bansefi')
  expect(search.getAllByText('Found: 1 rule')[0]).not.toBe(status)
  await waitFor(() => expect(status.textContent).toBe('Found: 1 rule'))
  expect(spoken).toEqual(['Found: 1 rule'])
})
