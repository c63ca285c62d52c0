import fc from 'fast-check'
import { expect, it } from 'vitest'
import { linesAtOnce, type ReviewLine } from '#shared/api/batch-review.ts'
import { type LineLoader, type LoadedLines, loadLines } from './line-loader.ts'

const idsOf = (count: number) => Array.from({ length: count }, (_, place) => `payout-${place}`)

function lineOf(id: string): ReviewLine {
  const about = { name: 'Kofi', country: 'GH', method: 'account', bankName: '', amount: '1', currencyCode: 'GHS' }
  const approvals = { approvalsNeeded: 1, approvalsGiven: 0, conditions: [], approvers: [] }
  const nothing = { erasedAt: null, tampered: null, masked: {}, reasons: [], facts: [], warnings: [] }
  const hashes = { version: 1, requestHash: '', warningsHash: '' }
  return { id, ...about, ...approvals, ...nothing, ...hashes, externalReference: '', testMode: false }
}

interface Options {
  readonly gone?: readonly string[]
  /** What is in sight after each request. */
  readonly sights?: readonly (readonly string[])[]
  readonly failAt?: number
}

/** Loads to the end, or to the failure. */
async function loaded(ids: readonly string[], { gone = [], sights = [], failAt }: Options = {}) {
  const asked: (readonly string[])[] = []
  const reports: LoadedLines[] = []
  let failure: Error | undefined
  await new Promise<void>((resolve) => {
    const loader: LineLoader = loadLines(ids, {
      async load(some) {
        asked.push(some)
        if (asked.length === failAt) throw new Error('No connection')
        await Promise.resolve()
        const sight = sights[asked.length - 1]
        if (sight !== undefined) loader.see(sight)
        return some.filter((id) => !gone.includes(id)).map(lineOf)
      },
      report(lines) {
        reports.push(lines)
        if (lines.size === ids.length) resolve()
      },
      fail(error) {
        failure = error
        resolve()
      },
    })
  })
  return { asked, reports, failure, lines: reports.at(-1) ?? new Map<string, ReviewLine>() }
}

it('A list of 20,000 comes with a screenful first, and then in few large requests', async () => {
  const { asked, reports } = await loaded(idsOf(20_000))
  expect(asked.length).toBe(41)
  expect(asked[0]?.length).toBeLessThanOrEqual(40)
  expect(reports[0]?.size).toBe(asked[0]?.length)
  expect(Math.max(...asked.map(({ length }) => length))).toBe(linesAtOnce)
})

it('What is in sight comes next, wherever it is in the list', async () => {
  const ids = idsOf(20_000)
  const { asked, reports } = await loaded(ids, { sights: [ids.slice(-30)] })
  const place = asked.findIndex((some) => some.includes('payout-19999'))
  expect(place).toBeLessThanOrEqual(2)
  expect(asked[place]).toEqual(ids.slice(-30))
  expect(reports.slice(0, 3).some((lines) => lines.has('payout-19999'))).toBe(true)
})

it('Every line is asked for exactly once, whatever is looked at meanwhile', () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 2_000 }),
      fc.array(fc.tuple(fc.nat(2_000), fc.nat(60)), { maxLength: 6 }),
      async (count, looks) => {
        const ids = idsOf(count)
        const sights = looks.map(([from, rows]) => ids.slice(from, from + rows))
        const { asked, lines } = await loaded(ids, { sights })
        expect(asked.flat().toSorted()).toEqual(ids.toSorted())
        expect([...lines.keys()].toSorted()).toEqual(ids.toSorted())
      },
    ),
    { numRuns: 50 },
  ))

it('A payout that does not wait any more has no line, and the list is whole without it', async () => {
  const { lines } = await loaded(idsOf(3), { gone: ['payout-1'] })
  expect([lines.has('payout-1'), lines.get('payout-1')]).toEqual([true, undefined])
  expect(lines.get('payout-2')?.id).toBe('payout-2')
})

it('A request that fails ends the loading, so that nothing is approved of what did not come', async () => {
  const { asked, failure, lines } = await loaded(idsOf(2_000), { failAt: 3 })
  expect([asked.length, failure?.message]).toEqual([3, 'No connection'])
  expect(lines.size).toBeLessThan(2_000)
})
