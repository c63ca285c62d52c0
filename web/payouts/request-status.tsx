import { t } from '../language/translate.ts'
import { Badge } from '../ui/badge.tsx'
import { useFormPart } from './form-store-context.tsx'
import { requestStatus } from './request-state.ts'
import { useWarnings } from './warnings-context.tsx'

/** How far the request is, in a few words. */
export function RequestStatus() {
  const state = useFormPart((found) => found)
  const { open } = useWarnings()
  if (state === undefined) return t('payouts.status.chooseCountry')
  const { tone, text } = requestStatus(state, open.length)
  return <Badge tone={tone}>{text}</Badge>
}
