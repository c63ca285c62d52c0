import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { formSchema, readForm } from '#shared/payout/form-schema.ts'
import type { FormValues } from '#shared/payout/form-values.ts'
import type { Country } from '#shared/rule-book/country.ts'
import type { FormReading } from './form-store.ts'

/** What a form asks for: how it is read, and the same reading as react-hook-form wants it. */
export interface FormKind {
  readonly read: FormReading
  readonly resolver: (country: Country) => Resolver<FormValues, unknown, PayoutRequest>
}

export const payoutKind: FormKind = { read: readForm, resolver: (country) => zodResolver(formSchema(country)) }
