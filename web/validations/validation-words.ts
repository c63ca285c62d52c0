import type { PastValidation } from '#shared/api/beneficiary.ts'
import type { IssueContent } from '#shared/api/issue.ts'
import { isProblemCode } from '#shared/api/problem.ts'
import { type Reason, reasonFor } from '#shared/api/reasons.ts'
import type { ValidationOutcome } from '#shared/api/validation.ts'
import { isPlainMatch, validationIssue } from '#shared/api/validation-issue.ts'
import { gradeOf } from '#shared/api/warning.ts'
import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { completeEntry, type RawEntry } from '#shared/payout/entry.ts'
import { emptyEntry } from '#shared/payout/entry-draft.ts'
import { bankValidationOffer, identityValidationOffer } from '#shared/validation/validation-questions.ts'
import { issueText } from '../language/issue-text.ts'
import { problemDetail, problemTitle } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import type { Tone } from '../ui/tone.tsx'
import { gradeTones } from './grade-tones.ts'
import { mayHaveRun, type ValidationFailure, validationOutcomeOf } from './validation-runs.ts'
import type { Service } from './validation-store.ts'

export interface OutcomeWords {
  readonly tone: Exclude<Tone, 'neutral'>
  readonly title: string
  readonly detail: string | undefined
  /** The field of the entry that the reason is about. */
  readonly field: string | undefined
}

/** An outcome in plain words with its next step, in the colour of its grade. Interface, "States and transitions" and "Errors · Validation". */
export function outcomeWords(service: Service, outcome: ValidationOutcome): OutcomeWords {
  return { tone: toneOf(service, outcome), ...wordsOf(service, outcome) }
}

function toneOf(service: Service, { status, reason, testMode }: ValidationOutcome): OutcomeWords['tone'] {
  if (isPlainMatch({ outcome: status, reason })) return testMode ? 'sandbox' : 'success'
  return gradeTones[gradeOf(validationIssue({ service, outcome: status, reason, correlationId: '' }))]
}

type WordsWithoutTone = Omit<OutcomeWords, 'tone'>

function wordsOf(service: Service, { status, reason, testMode }: ValidationOutcome): WordsWithoutTone {
  if (status === 'NOT_VALIDATED') return notValidated(reason)
  if (reason === null) return status === 'OK' ? matches(service, testMode) : unexplained()
  const known = reasonFor(service, reason)
  if (known === undefined) return unknownReason(status, reason)
  return { title: titleOf(status, known), detail: t(known.nextStep), field: known.field }
}

function titleOf(status: 'OK' | 'NOK', { kind, meaning }: Reason): string {
  const text = t(meaning)
  if (status === 'OK') return t('validations.outcome.compliance', { meaning: text })
  if (kind === 'unable') return t('validations.outcome.unable', { meaning: text })
  return kind === 'compliance' ? text : t('validations.outcome.mismatch', { meaning: text })
}

function matches(service: Service, isSimulated: boolean): WordsWithoutTone {
  return isSimulated
    ? {
        title: t('validations.outcome.simulated'),
        detail: t('validations.outcome.simulatedDetail'),
        field: undefined,
      }
    : { title: t(`validations.outcome.matches.${service}`), detail: undefined, field: undefined }
}

function notValidated(reason: string | null): WordsWithoutTone {
  return {
    title: t('validations.outcome.notValidated'),
    detail:
      reason === null
        ? t('validations.outcome.notValidatedDetail')
        : t('validations.outcome.notValidatedReason', { reason }),
    field: undefined,
  }
}

function unexplained(): WordsWithoutTone {
  return {
    title: t('validations.outcome.unknownMismatch'),
    detail: t('validations.outcome.noReason'),
    field: undefined,
  }
}

/** A reason that the interface does not list is shown unchanged, never taken for a plain match. */
function unknownReason(status: 'OK' | 'NOK', reason: string): WordsWithoutTone {
  return status === 'OK'
    ? {
        title: t('validations.outcome.unknownMatch'),
        detail: t('validations.outcome.unknownMatchDetail', { reason }),
        field: undefined,
      }
    : {
        title: t('validations.outcome.unknownMismatch'),
        detail: t('validations.outcome.unknownMismatchDetail', { reason }),
        field: undefined,
      }
}

export interface ValidationFailureWords {
  readonly title: string
  /** The failure, what is safe, and what to do: a sentence or more each. */
  readonly sentences: readonly string[]
}

/** Why a validation gave no outcome, for a person. */
export function validationFailureWords(failure: ValidationFailure): ValidationFailureWords {
  const advice = mayHaveRun(failure) ? [t('validations.failure.mayHaveRun')] : []
  if (failure.cause !== 'problem')
    return {
      title: t(`validations.failure.${failure.cause}.title`),
      sentences: [t(`validations.failure.${failure.cause}.detail`), ...advice],
    }
  return {
    title: t('validations.failure.title', { title: problemTitle(failure.problem) }),
    sentences: [...problemSentences(failure), ...advice],
  }
}

type ProblemFailure = Extract<ValidationFailure, { cause: 'problem' }>

function problemSentences({ problem }: ProblemFailure): readonly string[] {
  const { errors = [], provider, retryable } = problem
  const reason = provider?.reason ?? ''
  return [
    ...(errors.length > 0 ? errors.map(issueText) : [whatHappened(problem)]),
    ...(reason === '' ? [] : [t('validations.failure.reason', { reason })]),
    ...(retryable ? [t('validations.failure.later')] : []),
  ]
}

/** The text next to it says whether the validation ran, and what a retry may cost. */
function whatHappened(problem: ProblemFailure['problem']): string {
  return problem.code === 'PROVIDER_TIMEOUT' ? t('validations.failure.nothingLost') : problemDetail(problem)
}

/** A saved validation in a few words. */
export function savedValidationWords(validation: PastValidation): { readonly tone: Tone; readonly title: string } {
  const outcome = validationOutcomeOf(validation)
  if (outcome === undefined) return { tone: 'warning', title: failedTitle(validation.outcome) }
  const { tone, title } = outcomeWords(validation.service, outcome)
  return { tone, title }
}

function failedTitle(code: string): string {
  if (!isProblemCode(code)) return t('validations.saved.failed')
  return t('validations.failure.title', { title: t(`problem.${code}.title`) })
}

const offerOf = { identity: identityValidationOffer, bank: bankValidationOffer } as const

/** Why this validation is not offered for a beneficiary; undefined where it is. */
export function whyNoValidation(service: Service, entry: RawEntry): IssueContent | undefined {
  if (!isCountryCode(entry.country)) return undefined
  const country = ruleBook[entry.country]
  const offer = offerOf[service](country, completeEntry({ ...emptyEntry(country), ...entry }))
  return offer.state === 'not-offered' ? offer.why : undefined
}
