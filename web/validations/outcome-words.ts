import { type Reason, reasonFor } from '#shared/api/reasons.ts'
import type { ValidationOutcome } from '#shared/api/validation.ts'
import { say } from '../language/rule-words.ts'
import type { Tone } from '../ui/tone.tsx'
import type { Service } from './validation-store.ts'
import { t } from './words.ts'

export interface OutcomeWords {
  readonly tone: Exclude<Tone, 'neutral'>
  readonly title: string
  readonly detail: string | undefined
  /** The entry field that the reason points at. */
  readonly field: string | undefined
}

/** An outcome in plain words with its next step. Interface, "States and transitions" and "Errors · Validation". */
export function outcomeWords(service: Service, { status, reason, testMode }: ValidationOutcome): OutcomeWords {
  if (status === 'NOT_VALIDATED') return notValidated(reason)
  if (reason === null) return status === 'OK' ? matches(service, testMode) : unexplained()
  const known = reasonFor(service, reason)
  if (known === undefined) return unknownReason(status, reason)
  return { ...issueContent(status, known), detail: say(known.nextStep), field: known.field }
}

function issueContent(status: 'OK' | 'NOK', { kind, meaning }: Reason): Pick<OutcomeWords, 'tone' | 'title'> {
  const text = say(meaning)
  if (status === 'OK') return { tone: 'warning', title: t('outcome.compliance', { meaning: text }) }
  if (kind === 'unable') return { tone: 'warning', title: t('outcome.unable', { meaning: text }) }
  return { tone: 'error', title: kind === 'compliance' ? text : t('outcome.mismatch', { meaning: text }) }
}

function matches(service: Service, isSimulated: boolean): OutcomeWords {
  return isSimulated
    ? { tone: 'sandbox', title: t('outcome.simulated'), detail: t('outcome.simulatedDetail'), field: undefined }
    : { tone: 'success', title: t(`outcome.matches.${service}`), detail: undefined, field: undefined }
}

function notValidated(reason: string | null): OutcomeWords {
  return {
    tone: 'warning',
    title: t('outcome.notValidated'),
    detail: reason === null ? t('outcome.notValidatedDetail') : t('outcome.notValidatedReason', { reason }),
    field: undefined,
  }
}

function unexplained(): OutcomeWords {
  return { tone: 'error', title: t('outcome.unknownMismatch'), detail: t('outcome.noReason'), field: undefined }
}

/** A reason that the interface does not list is shown as it is, never taken for a plain match. */
function unknownReason(status: 'OK' | 'NOK', reason: string): OutcomeWords {
  return status === 'OK'
    ? {
        tone: 'warning',
        title: t('outcome.unknownMatch'),
        detail: t('outcome.unknownMatchDetail', { reason }),
        field: undefined,
      }
    : {
        tone: 'error',
        title: t('outcome.unknownMismatch'),
        detail: t('outcome.unknownMismatchDetail', { reason }),
        field: undefined,
      }
}
