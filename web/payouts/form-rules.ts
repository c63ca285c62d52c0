import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import type { Details } from '#shared/api/details.ts'
import type { ReceivedIssue } from '#shared/api/issue.ts'
import type { Terms } from '#shared/api/payout.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { detailsOf, termsOf } from '#shared/payout/details.ts'
import { formSchema, readForm } from '#shared/payout/form-schema.ts'
import { emptyValues, type FormValues, givenOf, type PayoutDraft, switchCountry } from '#shared/payout/form-values.ts'
import type { EntryReading } from '#shared/payout/read-entry.ts'
import type { Country, Given } from '#shared/rule-book/country.ts'
import type { ErrorSummaryItem } from '../ui/error-summary.tsx'
import type { Checks } from '../validations/validation-runs.ts'
import { validationWarnings } from '../validations/validation-warnings.ts'
import { errorsInFormOrder, inFormOrder } from './error-order.ts'
import type { FormState } from './form-store.ts'

/** All by which a form is made and read: that of a payout, or that of a beneficiary alone. */
export interface FormRules {
  /** What the form asks for: a whole payout, or the details of a beneficiary alone. */
  readonly read: (country: Country, values: FormValues) => EntryReading
  /** The same reading as react-hook-form wants it. */
  readonly resolver: (country: Country) => Resolver<FormValues, unknown, PayoutRequest>
  readonly emptyValues: (country: Country) => FormValues
  readonly switchCountry: (draft: PayoutDraft, to: Country) => PayoutDraft
  readonly givenOf: (country: Country, values: FormValues) => Given
  readonly detailsOf: (country: Country, values: FormValues) => Details
  readonly termsOf: (values: FormValues) => Terms
  /** Every error, in the order in which the fields stand. */
  readonly errors: (state: FormState) => readonly ErrorSummaryItem[]
  /** What the form and its checks raise by themselves: the doubts in the order of the fields, then those of the checks. */
  readonly warnings: (state: FormState, checks: Checks) => readonly ReceivedIssue[]
}

export const payoutRules: FormRules = {
  read: readForm,
  resolver: (country) => zodResolver(formSchema(country)),
  emptyValues,
  switchCountry,
  givenOf,
  detailsOf,
  termsOf,
  errors: errorsInFormOrder,
  warnings: (state, checks) => [
    ...inFormOrder(state, state.reading.warnings),
    ...validationWarnings(state.country, state.values, checks),
  ],
}
