import { useFormPart } from './form-store-context.tsx'
import { requestStatus } from './request-state.ts'

/** How far the request is, in a few words: for the bar at the bottom of a phone. */
export function RequestStatus() {
  const status = useFormPart((state) => requestStatus(state).text)
  return status ?? 'Choose a country'
}
