import { type Reason, reasonFor } from '#shared/api/reasons.ts'
import type { ValidationOutcome } from '#shared/api/validation.ts'
import { t } from '../language/translate.ts'
import type { Tone } from '../ui/tone.tsx'
import type { Service } from './validation-store.ts'

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
  return { ...issueContent(status, known), detail: t(known.nextStep), field: known.field }
}

function issueContent(status: 'OK' | 'NOK', { kind, meaning }: Reason): Pick<OutcomeWords, 'tone' | 'title'> {
  const text = t(meaning)
  if (status === 'OK') return { tone: 'warning', title: t('validations.outcome.compliance', { meaning: text }) }
  if (kind === 'unable') return { tone: 'warning', title: t('validations.outcome.unable', { meaning: text }) }
  return { tone: 'error', title: kind === 'compliance' ? text : t('validations.outcome.mismatch', { meaning: text }) }
}

function matches(service: Service, isSimulated: boolean): OutcomeWords {
  return isSimulated
    ? {
        tone: 'sandbox',
        title: t('validations.outcome.simulated'),
        detail: t('validations.outcome.simulatedDetail'),
        field: undefined,
      }
    : { tone: 'success', title: t(`validations.outcome.matches.${service}`), detail: undefined, field: undefined }
}

function notValidated(reason: string | null): OutcomeWords {
  return {
    tone: 'warning',
    title: t('validations.outcome.notValidated'),
    detail:
      reason === null
        ? t('validations.outcome.notValidatedDetail')
        : t('validations.outcome.notValidatedReason', { reason }),
    field: undefined,
  }
}

function unexplained(): OutcomeWords {
  return {
    tone: 'error',
    title: t('validations.outcome.unknownMismatch'),
    detail: t('validations.outcome.noReason'),
    field: undefined,
  }
}

/** A reason that the interface does not list is shown as it is, never taken for a plain match. */
function unknownReason(status: 'OK' | 'NOK', reason: string): OutcomeWords {
  return status === 'OK'
    ? {
        tone: 'warning',
        title: t('validations.outcome.unknownMatch'),
        detail: t('validations.outcome.unknownMatchDetail', { reason }),
        field: undefined,
      }
    : {
        tone: 'error',
        title: t('validations.outcome.unknownMismatch'),
        detail: t('validations.outcome.unknownMismatchDetail', { reason }),
        field: undefined,
      }
}
