import * as z from 'zod/mini'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { entryOf, type FormValues } from './form-values.ts'
import { type EntryReading, readEntry } from './read-entry.ts'

/**
 * What a form comes to at any moment, finished or not. The API takes decimal text, where 1.000 is one; a person who types
 * it may mean a thousand, so the form asks back instead of warning.
 */
export function readForm(country: Country, values: FormValues): EntryReading {
  const { entry, method } = entryOf(country, values)
  return readEntry(country, entry, { method, isTypedByPerson: true })
}

/**
 * The schema of a country's form, made from the rule book: takes the form's values and gives the payout request, or an
 * issue at the path of each field that has to change.
 */
export function formSchema(country: Country): z.ZodMiniType<PayoutRequest, FormValues> {
  return z.pipe(
    z.custom<FormValues>((values) => typeof values === 'object' && values !== null),
    z.transform((values, context) => {
      const { request, errors } = readForm(country, values)
      for (const { field, code, params, detail } of errors)
        context.issues.push({
          code: 'custom',
          input: values,
          path: [field],
          message: detail,
          params: { code, ...params },
        })
      return request
    }),
  )
}
