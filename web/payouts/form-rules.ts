import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import type { Details } from '#shared/api/details.ts'
import type { Remark } from '#shared/api/fault.ts'
import type { Terms } from '#shared/api/payout.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { detailsOf, termsOf } from '#shared/payout/details.ts'
import { formSchema, readForm } from '#shared/payout/form-schema.ts'
import {
  emptyValues,
  type FormValues,
  givenOf,
  isUntouched,
  type PayoutDraft,
  switchCountry,
} from '#shared/payout/form-values.ts'
import type { EntryReading } from '#shared/payout/read-entry.ts'
import type { Country, Given } from '#shared/rule-book/country.ts'
import type { Checks } from '../checks/check-records.ts'
import { checkWarnings } from '../checks/check-warnings.ts'
import type { ErrorSummaryItem } from '../ui/error-summary.tsx'
import { faultsInFormOrder, inFormOrder } from './fault-order.ts'
import type { FormState } from './form-store.ts'

/**
 * All by which a form is made and read. An empty form does without, and this is most of what a form needs: it loads once somebody reaches
 * for the form, and is handed to those that are there before it.
 */
export interface FormRules {
  /** What the form asks for: a whole payout, or the details of a beneficiary alone. */
  readonly read: (country: Country, values: FormValues) => EntryReading
  /** The same reading as react-hook-form wants it. */
  readonly resolver: (country: Country) => Resolver<FormValues, unknown, PayoutRequest>
  readonly emptyValues: (country: Country) => FormValues
  /** Whether countries and methods alone were chosen. */
  readonly isUntouched: (draft: PayoutDraft) => boolean
  readonly switchCountry: (draft: PayoutDraft, to: Country) => PayoutDraft
  readonly givenOf: (country: Country, values: FormValues) => Given
  readonly detailsOf: (country: Country, values: FormValues) => Details
  readonly termsOf: (values: FormValues) => Terms
  /** Every fault, in the order in which the fields stand. */
  readonly faults: (state: FormState) => readonly ErrorSummaryItem[]
  /** What the form and its checks raise by themselves: the doubts in the order of the fields, then those of the checks. */
  readonly warnings: (state: FormState, checks: Checks) => readonly Remark[]
}

export const payoutRules: FormRules = {
  read: readForm,
  resolver: (country) => zodResolver(formSchema(country)),
  emptyValues,
  isUntouched,
  switchCountry,
  givenOf,
  detailsOf,
  termsOf,
  faults: faultsInFormOrder,
  warnings: (state, checks) => [
    ...inFormOrder(state, state.reading.warnings),
    ...checkWarnings(state.country, state.values, checks),
  ],
}
