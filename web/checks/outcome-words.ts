import { type Reason, reasonFor } from '#shared/api/reasons.ts'
import type { ValidationOutcome } from '#shared/api/validation.ts'
import type { Tone } from '../ui/tone.tsx'
import type { Service } from './check-store.ts'

export interface OutcomeWords {
  readonly tone: Exclude<Tone, 'neutral'>
  readonly title: string
  readonly detail: string | undefined
  /** The entry field that the reason points at. */
  readonly field: string | undefined
}

/** An outcome in plain words with its next step. Interface, "States and transitions" and "Errors · Validation". */
export function outcomeWords(service: Service, outcome: ValidationOutcome): OutcomeWords {
  const { status, reason, testMode } = outcome
  if (status === 'NOT_VALIDATED') return notValidated(reason)
  if (status === 'OK' && reason === null) return testMode ? simulated : { ...matches, title: matchTitles[service] }
  const known = reason === null ? undefined : reasonFor(service, reason)
  if (known === undefined) return unknownReason(status, reason)
  return { ...said(status, known), detail: known.nextStep, field: known.field }
}

function said(status: 'OK' | 'NOK', { kind, meaning }: Reason): Pick<OutcomeWords, 'tone' | 'title'> {
  if (status === 'OK') return { tone: 'warning', title: `Matches, with a compliance notice: ${meaning}` }
  if (kind === 'unable') return { tone: 'warning', title: `Could not be checked: ${meaning}` }
  return { tone: 'error', title: kind === 'compliance' ? meaning : `Does not match: ${meaning}` }
}

const matches: OutcomeWords = { tone: 'success', title: '', detail: undefined, field: undefined }

const matchTitles: Readonly<Record<Service, string>> = {
  identity: 'Checked: name and document match.',
  bank: 'Checked: the account belongs to this beneficiary.',
}

const simulated: OutcomeWords = {
  tone: 'sandbox',
  title: 'Simulated: test mode always matches.',
  detail: 'Nothing was checked and nothing is billed. Turn test mode off for a real check.',
  field: undefined,
}

function notValidated(reason: string | null): OutcomeWords {
  const said = reason === null ? '' : ` The provider says: ${reason}.`
  return {
    tone: 'warning',
    title: 'Could not be checked.',
    detail: `The provider found no record or had no time, so nothing is known either way.${said} Wait a moment and try again.`,
    field: undefined,
  }
}

/** A reason that the interface does not list is shown as it is, never taken for a plain match. */
function unknownReason(status: 'OK' | 'NOK', reason: string | null): OutcomeWords {
  const said = reason === null ? 'The provider gave no reason.' : `The provider says: ${reason}.`
  return status === 'OK'
    ? {
        tone: 'warning',
        title: 'Matches, with a remark.',
        detail: `${said} Look it up before you pay.`,
        field: undefined,
      }
    : {
        tone: 'error',
        title: 'Does not match.',
        detail: `${said} Quote the trace identifier to ask why.`,
        field: undefined,
      }
}
