import { useQuery } from '@tanstack/react-query'
import { askedValidationsSchema } from '#shared/api/beneficiary.ts'
import { postJson } from '../api/api.ts'
import { useSettled } from '../ui/use-settled.ts'
import { rememberValidation } from '../validations/validation-store.ts'
import { entryToSave } from './form-content.ts'
import { type FormReading, useReading } from './reading.ts'

/** After this pause in typing the server is asked, in ms. */
const pauseMs = 300

/**
 * Looks up, once an entry can be validated, whether somebody has paid for that already: on the page of a beneficiary, for an earlier payout.
 * Renders nothing: what is found stands where a validation that is asked for now would stand.
 */
export function KnownValidations() {
  const reading = useSettled(
    useReading((found) => found),
    pauseMs,
  )
  const { identity, bank } = reading === undefined ? none : readyIn(reading)
  const isAsked = identity !== undefined || bank !== undefined
  useQuery({
    // The same for all that the provider could not tell apart: a letter in the amount asks nothing.
    queryKey: ['known-validations', identity, bank],
    async queryFn({ signal }) {
      if (reading === undefined) return []
      const body = { entry: entryToSave(reading) }
      const { items } = await postJson('/api/validation-searches', body, askedValidationsSchema, { signal })
      if (identity !== undefined) rememberValidation('identity', reading.country.code, identity, items)
      if (bank !== undefined) rememberValidation('bank', reading.country.code, bank, items)
      return items
    },
    enabled: isAsked,
    // It is a help: without it a validation can be asked for all the same.
    retry: false,
    gcTime: 0,
  })
  return null
}

const none = { identity: undefined, bank: undefined }

/** What the provider could be asked now. */
function readyIn({ validations: { identity, bank } }: FormReading) {
  return {
    identity: identity.state === 'ready' ? identity.request : undefined,
    bank: bank.state === 'ready' ? bank.request : undefined,
  }
}
