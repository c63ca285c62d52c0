import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sampleEntriesTwice } from './testing/generated-entries.ts'
import { goldenFile, goldenLine } from './testing/golden-requests.ts'

const lines = readFileSync(goldenFile, 'utf8').trimEnd().split('\n')

it('The golden file of payout requests: Every entry of the golden file still gives its request, byte for byte', () => {
  const differing = lines.filter((line) => goldenLine(JSON.parse(line).entry) !== line)
  expect(differing.map((line) => [line, goldenLine(JSON.parse(line).entry)])).toEqual([])
})

it('The golden file of payout requests: The golden file has every sample, bare and with every optional general field, and a thousand entries more', () => {
  const samples = sampleEntriesTwice().map(goldenLine)
  expect(lines.slice(0, samples.length)).toEqual(samples)
  expect(lines.length).toBeGreaterThanOrEqual(samples.length + 1000)
  expect(new Set(lines).size).toBe(lines.length)
})
