import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sampleEntries } from '#shared/testing/sample-entries.ts'
import { destinationsOf } from './destinations.ts'
import { emptyEntry } from './entry-draft.ts'
import { readFormEntry } from './form-entry.ts'
import { formNumbers } from './form-numbers.ts'

it.each(sampleEntries)(
  'what an unfinished form is found by is the document and the destination of $name',
  ({ country, entry, method }) => {
    const typed = Object.fromEntries(Object.entries(entry).map(([field, value]) => [field, String(value)]))
    const values = {
      ...emptyEntry(country),
      ...typed,
      TermsApproved: false,
      testMode: false,
      method: method.id,
    }
    const { request } = readFormEntry(country, values)
    // Another method was chosen since: what is hidden is still in the form.
    const hidden = { ...values, method: 'no longer known', documentType: '' }
    const { documents, requests } = formNumbers({ form: { country: 'GH', entries: { [country.code]: hidden } } })
    expect(requests.flatMap(destinationsOf)).toEqual(expect.arrayContaining([...destinationsOf(request)]))
    const { documentNumber = '-' } = request
    if (documentNumber !== '-') expect(documents).toContainEqual({ country: country.code, number: documentNumber })
  },
)

it('what an unfinished form is found by is nothing in what is no form, whatever it is', () => {
  const nothing = { documents: [], requests: [], bookId: undefined }
  for (const content of [null, 7, 'text', [], {}, { form: [] }, { form: { entries: 1 } }])
    expect(formNumbers(content)).toEqual(nothing)
  const entries = fc.dictionary(fc.constantFrom('BR', 'PE', 'XX', '__proto__'), fc.anything())
  const form = fc.record({ form: fc.record({ entries }), chosenBeneficiary: fc.anything(), base: fc.anything() })
  fc.assert(fc.property(fc.oneof(fc.anything(), form), (content) => void formNumbers(content)))
})
