/**
 * Writes shared/payout/testing/golden-requests.jsonl again. Run it when a request changes on purpose, and review what `git diff`
 * shows: each line is one entry with its request. It keeps the entries that the file has:
 *
 *     npm run golden
 *
 * With --again it draws the thousand entries again, for a new country or a new field:
 *
 *     npm run golden -- --again
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { generatedEntries, sampleEntriesTwice } from '#shared/payout/testing/generated-entries.ts'
import { type Entry, goldenFile, goldenLine } from '#shared/payout/testing/golden-requests.ts'

const others = process.argv.includes('--again') || !existsSync(goldenFile) ? generatedEntries() : entriesOfFile()
const lines = new Set([...sampleEntriesTwice(), ...others].map(goldenLine))
writeFileSync(goldenFile, `${[...lines].join('\n')}\n`)
console.log(`${lines.size} entries and their requests`)

function entriesOfFile(): readonly Entry[] {
  const known = readFileSync(goldenFile, 'utf8').trimEnd().split('\n')
  return known.map((line) => JSON.parse(line).entry)
}
