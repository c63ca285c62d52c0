import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { completeEntry } from '#shared/payout/entry.ts'
import { textFields } from '#shared/payout/fields.ts'
import { readFormEntry } from '#shared/payout/form-entry.ts'
import { runs } from '#shared/testing/runs.ts'
import { sampleEntries } from '#shared/testing/sample-entries.ts'
import { pageWords } from './page-words.ts'

const { first } = pageWords('web/details/main.tsx')

/** A good entry with anything at all in some of its fields. */
const spoilt = fc
  .tuple(
    fc.constantFrom(...sampleEntries),
    fc.dictionary(fc.constantFrom(...textFields), fc.oneof(fc.string(), fc.stringMatching(/^[0-9 .-]{0,24}$/)), {
      maxKeys: 4,
    }),
  )
  .map(([{ entry, method }, other]) => ({
    ...completeEntry({ ...entry, method: method.id }),
    ...other,
    country: String(entry.country),
  }))

it('The page of a payee has a sentence for whatever the rules find in details', () => {
  const found = new Set<string>()
  fc.assert(
    fc.property(spoilt, (entry) => {
      if (!isCountryCode(entry.country)) return
      const { errors, warnings } = readFormEntry(ruleBook[entry.country], entry, { part: 'beneficiary' })
      for (const { code } of [...errors, ...warnings]) {
        found.add(code)
        expect(first.has(`issue.${code}`), code).toBe(true)
      }
    }),
    { numRuns: runs(4_000) },
  )
  expect(found.size).toBeGreaterThan(5)
})

it('The page of a payee is not served with the sentences about amounts', () => {
  expect([...first].filter((id) => id.startsWith('issue.')).length).toBeGreaterThan(25)
  for (const code of ['huge_amount', 'not_an_amount', 'name_taken']) expect(first.has(`issue.${code}`)).toBe(false)
})
