import type { AskedValidation } from '#shared/api/beneficiary.ts'
import { isProblemCode } from '#shared/api/problem.ts'
import { validationStatuses } from '#shared/api/validation.ts'
import { t } from '../language/translate.ts'
import type { Tone } from '../ui/tone.tsx'
import { outcomeWords } from './outcome-words.ts'

/** A check of the history in a few words. */
export function savedValidationWords(check: AskedValidation): { readonly tone: Tone; readonly title: string } {
  const status = validationStatuses.find((found) => found === check.outcome)
  if (status === undefined) return { tone: 'warning', title: failedTitle(check.outcome) }
  const { service, reason, requestId, attempts, testMode, at } = check
  const { tone, title } = outcomeWords(service, {
    ran: true,
    status,
    reason,
    correlationId: check.correlationId ?? '',
    requestId,
    attempts,
    testMode,
    at,
  })
  return { tone, title }
}

function failedTitle(code: string): string {
  if (!isProblemCode(code)) return t('validations.kept.failed')
  return t('validations.failure.title', { title: t(`problem.${code}.title`) })
}
