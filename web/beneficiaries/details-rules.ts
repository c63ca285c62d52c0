import type { Entry } from '#shared/payout/entry.ts'
import { readForm } from '#shared/payout/form-entry.ts'
import type { EntryReading } from '#shared/payout/read-entry.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { type FormRules, payoutRules } from '../payouts/form-rules.ts'

/** A form that asks for a beneficiary's details alone, without an amount. */
export const detailsRules: FormRules = {
  ...payoutRules,
  read: readBeneficiary,
  resolver: (country) => (values) => {
    const { request, errors } = readBeneficiary(country, values)
    if (errors.length === 0) return { values: request, errors: {} }
    const byField = errors.map(({ field, code, detail }) => [field, { type: code, message: detail }] as const)
    return { values: {}, errors: Object.fromEntries(byField) }
  },
}

function readBeneficiary(country: Country, entry: Entry): EntryReading {
  return readForm(country, entry, { part: 'beneficiary' })
}
