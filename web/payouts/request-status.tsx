import { Badge } from '../ui/badge.tsx'
import { useFormPart } from './form-store-context.tsx'
import { requestStatus } from './request-state.ts'
import { useWarnings } from './warnings-context.tsx'
import { t } from './words.ts'

/** How far the request is, in a few words. */
export function RequestStatus() {
  const state = useFormPart((found) => found)
  const { open } = useWarnings()
  if (state === undefined) return t('status.chooseCountry')
  const { tone, text } = requestStatus(state, open.length)
  return <Badge tone={tone}>{text}</Badge>
}
