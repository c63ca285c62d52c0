import { readDetailsForm } from '#shared/payout/details.ts'
import type { FormKind } from '../payouts/form-kind.ts'

/** A form that asks for a beneficiary's details alone, without an amount. */
export const detailsKind: FormKind = {
  read: readDetailsForm,
  resolver: (country) => (values) => {
    const { request, faults } = readDetailsForm(country, values)
    if (faults.length === 0) return { values: request, errors: {} }
    const errors = faults.map(({ field, code, detail }) => [field, { type: code, message: detail }] as const)
    return { values: {}, errors: Object.fromEntries(errors) }
  },
}
