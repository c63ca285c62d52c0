import { describe, expect, it } from 'vitest'
import { requestFields } from '#shared/payout/fields.ts'
import { sampleEntries } from '#shared/testing/sample-entries.ts'
import { fieldUses, generalUses } from './field-uses.ts'

describe.each(sampleEntries.map((sample) => [sample.name, sample] as const))(
  'What becomes of each field: %s',
  (_, { country, method }) => {
    it('is worked out once', () => {
      expect(fieldUses(country, method)).toBe(fieldUses(country, method))
      expect(fieldUses({ ...country }, method)).toEqual(fieldUses(country, method))
    })

    it('is for the general fields the same as everywhere, but for the currencies', () => {
      const general = requestFields.filter((field) => generalUses[field].use === 'asked' && field !== 'currencyCode')
      expect(general).toHaveLength(11)
      for (const field of general) expect(fieldUses(country, method)[field]).toEqual(generalUses[field])
    })
  },
)
