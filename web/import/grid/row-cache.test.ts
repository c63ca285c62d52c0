import { expect, it } from 'vitest'
import { remote } from '../testing/remote-sheet-in-memory.ts'
import { ecuadorian, sheetOf } from '../testing/sheet-in-memory.ts'
import { createRowCache } from './row-cache.ts'

const many = Array.from({ length: 4_000 }, () => ecuadorian())

it('The focused row stays loaded wherever the grid is scrolled, in its newest state', async () => {
  const page = remote(sheetOf(many))
  const cache = createRowCache(page)
  const stop = cache.follow()
  for (let from = 0; from < 3_900; from += 64) {
    cache.want(from, from + 20, 5)
    await expect.poll(() => cache.at(from)?.row).toBe(from + 1)
  }
  expect(cache.at(5)?.row).toBe(6)
  expect(cache.at(200)).toBeUndefined()
  await page.edit({ kind: 'set', cells: [{ row: 6, field: 'amount', text: '77' }] })
  await expect.poll(() => cache.at(5)?.cells.amount).toBe('77')
  stop()
})
