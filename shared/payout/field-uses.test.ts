import { describe, expect, it } from 'vitest'
import { payoutFields, requestFields } from '#shared/payout/fields.ts'
import { sampleEntries } from '#shared/testing/sample-entries.ts'
import { fieldUses, generalUses } from './field-uses.ts'

const general = generalUses(payoutFields)

describe.each(sampleEntries.map((sample) => [sample.name, sample] as const))(
  'What becomes of each field: %s',
  (_, { country, method }) => {
    it('is worked out once', () => {
      expect(fieldUses(country, method)).toBe(fieldUses(country, method))
      expect(fieldUses({ ...country }, method)).toEqual(fieldUses(country, method))
    })

    it('is for the general fields the same as everywhere, but for the currencies', () => {
      const everywhere = requestFields.filter((field) => general[field].use === 'asked' && field !== 'currencyCode')
      expect(everywhere).toContain('city')
      for (const field of everywhere) expect(fieldUses(country, method)[field]).toEqual(general[field])
    })
  },
)
