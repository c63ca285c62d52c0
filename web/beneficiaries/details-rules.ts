import { readDetailsForm } from '#shared/payout/details.ts'
import { type FormRules, payoutRules } from '../payouts/form-rules.ts'

/** A form that asks for a beneficiary's details alone, without an amount. */
export const detailsRules: FormRules = {
  ...payoutRules,
  read: readDetailsForm,
  resolver: (country) => (values) => {
    const { request, errors } = readDetailsForm(country, values)
    if (errors.length === 0) return { values: request, errors: {} }
    const byField = errors.map(({ field, code, detail }) => [field, { type: code, message: detail }] as const)
    return { values: {}, errors: Object.fromEntries(byField) }
  },
}
