import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import type { ReceivedIssue } from '#shared/api/issue.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { type EntryDraft, emptyEntry, switchCountry } from '#shared/payout/entry-draft.ts'
import { formSchema, givenOf, readForm } from '#shared/payout/form-entry.ts'
import type { EntryReading } from '#shared/payout/read-entry.ts'
import type { Country, Given } from '#shared/rule-book/country.ts'
import type { ErrorSummaryItem } from '../ui/error-summary.tsx'
import type { Checks } from '../validations/validation-runs.ts'
import { validationWarnings } from '../validations/validation-warnings.ts'
import { errorsInFormOrder, inFormOrder } from './error-order.ts'
import type { FormState } from './form-store.ts'
import { entryToSave } from './saved-entry.ts'

/** All by which a form is made and read: that of a payout, or that of a beneficiary alone. */
export interface FormRules {
  /** What the form asks for: a whole payout, or a beneficiary alone. */
  readonly read: (country: Country, values: Entry) => EntryReading
  /** The same reading as react-hook-form wants it. */
  readonly resolver: (country: Country) => Resolver<Entry, unknown, PayoutRequest>
  readonly emptyEntry: (country: Country) => Entry
  readonly switchCountry: (draft: EntryDraft, to: Country) => EntryDraft
  readonly givenOf: (country: Country, values: Entry) => Given
  /** What the form is saved as: of the fields that it shows, all as typed but the amount, which is plain decimal text. */
  readonly entryToSave: (country: Country, values: Entry) => Entry
  /** Every error, in the order in which the fields stand. */
  readonly errors: (state: FormState) => readonly ErrorSummaryItem[]
  /** What the form and its checks raise by themselves: the doubts in the order of the fields, then those of the checks. */
  readonly warnings: (state: FormState, checks: Checks) => readonly ReceivedIssue[]
}

export const payoutRules: FormRules = {
  read: readForm,
  resolver: (country) => zodResolver(formSchema(country)),
  emptyEntry,
  switchCountry,
  givenOf,
  entryToSave,
  errors: errorsInFormOrder,
  warnings: (state, checks) => [
    ...inFormOrder(state, state.reading.warnings),
    ...validationWarnings(state.country, state.values, checks),
  ],
}
