import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '#shared/testing/runs.ts'
import { type HashAll, type ListedPayout, leavesOf, levelsOf, rootBy, rootOf, wayUp } from './approved-list.ts'

const hashAll: HashAll = async (texts) => texts.map((text) => createHash('sha256').update(text).digest('base64url'))

const payout = fc.record({
  id: fc.string(),
  version: fc.nat(),
  requestHash: fc.string(),
  warningsHash: fc.string(),
  confirmedKinds: fc.array(fc.string(), { maxLength: 3 }),
})
const list = fc.array(payout, { minLength: 1, maxLength: 40 })

const rootOfList = async (payouts: readonly ListedPayout[]) => rootOf(await leavesOf(payouts, hashAll), hashAll)

it('A list of approved payouts proves each of its payouts by a few hashes', async () => {
  await fc.assert(
    fc.asyncProperty(list, async (payouts) => {
      const levels = await levelsOf(await leavesOf(payouts, hashAll), hashAll)
      const root = levels.at(-1)?.[0]
      expect(await rootOfList(payouts)).toBe(root)
      for (const [place, leaf] of levels[0]!.entries()) {
        const way = wayUp(levels, place)
        expect(way.length).toBeLessThanOrEqual(Math.ceil(Math.log2(payouts.length)))
        expect(await rootBy(leaf, way, hashAll)).toBe(root)
      }
    }),
    { numRuns: runs(50) },
  )
})

it('The root of a list is computed as the OpenAPI document says', async () => {
  const payouts = ['a', 'b', 'c'].map((id) => ({
    id,
    version: 2,
    requestHash: 'R',
    warningsHash: 'W',
    confirmedKinds: ['z', 'b'],
  }))
  const hashed = (text: string) => createHash('sha256').update(text).digest('base64url')
  const [a, b, c] = payouts.map(({ id }) =>
    hashed(`payout {"confirmedKinds":["b","z"],"id":"${id}","requestHash":"R","version":2,"warningsHash":"W"}`),
  )
  expect(await rootOfList(payouts)).toBe(hashed(`pair ${hashed(`pair ${a} ${b}`)} ${c}`))
})

it('A list of approved payouts has another root with any payout changed, added, left out or moved', async () => {
  await fc.assert(
    fc.asyncProperty(list, payout, fc.nat(), async (payouts, other, at) => {
      const place = at % payouts.length
      const root = await rootOfList(payouts)
      const changed = [
        payouts.toSpliced(place, 1, other),
        payouts.toSpliced(place, 1, { ...payouts[place]!, version: payouts[place]!.version + 1 }),
        payouts.toSpliced(place, 1, {
          ...payouts[place]!,
          confirmedKinds: [...payouts[place]!.confirmedKinds, 'another'],
        }),
        payouts.toSpliced(place, 0, other),
        payouts.toSpliced(place, 1),
        payouts.toReversed(),
      ].filter((one) => JSON.stringify(one) !== JSON.stringify(payouts))
      for (const one of changed) expect(await rootOfList(one)).not.toBe(root)
    }),
    { numRuns: runs(50) },
  )
})

it('A list of approved payouts has the same root whatever the order of a payout’s kinds', async () => {
  const one = { id: 'a', version: 1, requestHash: 'r', warningsHash: 'w' }
  const root = await rootOfList([{ ...one, confirmedKinds: ['a', 'b'] }])
  expect(await rootOfList([{ ...one, confirmedKinds: ['b', 'a', 'b'] }])).toBe(root)
  expect(await rootOfList([{ ...one, confirmedKinds: ['a,b'] }])).not.toBe(root)
})

it('The roots of equal parts of a list make the root of the whole, and the way through both is the way to it', async () => {
  await fc.assert(
    fc.asyncProperty(list, fc.constantFrom(1, 2, 4, 8), fc.nat(), async (payouts, size, at) => {
      const leaves = await leavesOf(payouts, hashAll)
      const parts = Array.from({ length: Math.ceil(leaves.length / size) }, (_, i) =>
        leaves.slice(i * size, (i + 1) * size),
      )
      const roots = await Promise.all(parts.map((part) => rootOf(part, hashAll)))
      const root = await rootOf(leaves, hashAll)
      expect(await rootOf(roots, hashAll)).toBe(root)
      const place = at % leaves.length
      const part = Math.floor(place / size)
      const way = [
        ...wayUp(await levelsOf(parts[part]!, hashAll), place % size),
        ...wayUp(await levelsOf(roots, hashAll), part),
      ]
      expect(await rootBy(leaves[place]!, way, hashAll)).toBe(root)
    }),
    { numRuns: runs(50) },
  )
})

it('A pair of hashes is no payout, so that no inner hash passes for one', async () => {
  const leaves = await hashAll(['a', 'b'])
  expect(await rootOf(leaves, hashAll)).not.toBe((await hashAll([leaves.join(' ')]))[0])
  expect(await rootOf([], hashAll)).toBe('')
})
