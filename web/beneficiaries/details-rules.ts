import type { Entry } from '#shared/payout/entry.ts'
import { readForm } from '#shared/payout/form-entry.ts'
import type { EntryReading } from '#shared/payout/read-entry.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { type FormRules, payoutRules } from '../payouts/form-rules.ts'
import type { LateRules } from '../payouts/late-rules.ts'

const rules: FormRules = {
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

/** A form that asks for a beneficiary alone, without an amount. Its rules come with the screen. */
export const detailsRules: LateRules = { now: () => rules, load: () => Promise.resolve(rules) }
