import { useQuery } from '@tanstack/react-query'
import { pastValidationsSchema } from '#shared/api/beneficiary.ts'
import { postJson } from '../api/api.ts'
import { useSettled } from '../ui/use-settled.ts'
import { rememberValidation } from '../validations/validation-store.ts'
import { entryToSave } from './form-content.ts'
import { type FormReading, useReading } from './reading.ts'

/** After this pause in typing the server is asked, in ms. */
const pauseMs = 300

/**
 * Looks up whether a complete entry was validated before, on the page of the beneficiary or for an earlier payout, as each validation costs
 * money. Renders nothing: a result is shown where that of a new validation would be.
 */
export function KnownValidations() {
  const reading = useSettled(
    useReading((found) => found),
    pauseMs,
  )
  const { identity, bank } = reading === undefined ? none : readyIn(reading)
  const isAsked = identity !== undefined || bank !== undefined
  useQuery({
    // The same key for entries that the provider could not distinguish: a change of the amount sends no request.
    queryKey: ['known-validations', identity, bank],
    async queryFn({ signal }) {
      if (reading === undefined) return []
      const body = { entry: entryToSave(reading) }
      const { items } = await postJson('/api/validation-searches', body, pastValidationsSchema, { signal })
      if (identity !== undefined) rememberValidation('identity', reading.country.code, identity, items)
      if (bank !== undefined) rememberValidation('bank', reading.country.code, bank, items)
      return items
    },
    enabled: isAsked,
    // Only a help: without it a validation can be requested as usual.
    retry: false,
    gcTime: 0,
  })
  return null
}

const none = { identity: undefined, bank: undefined }

/** The validations that are possible now. */
function readyIn({ validations: { identity, bank } }: FormReading) {
  return {
    identity: identity.state === 'ready' ? identity.request : undefined,
    bank: bank.state === 'ready' ? bank.request : undefined,
  }
}
