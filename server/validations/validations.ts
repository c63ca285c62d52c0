import type { ValidationProgress } from '#shared/api/validation-progress.ts'
import type { Clock } from '../clock.ts'
import { Failure } from '../failure.ts'
import type { Log } from '../log.ts'
import { problemFor } from '../problem-for.ts'
import type { ProviderClient } from '../provider/provider-client.ts'
import { outcomeAnswer, problemAnswer, type ValidationAnswer } from './answer.ts'
import type { MinuteLimit } from './minute-limit.ts'
import { fingerprintOf, type Question, questionText } from './question.ts'
import type { Conclusion, ValidationLedger } from './validation-ledger.ts'
import { validationOutcome } from './validation-outcome.ts'

/** Who asks, and under which key. */
interface Asker {
  readonly requestId: string
  readonly key: string | undefined
}

export interface Given {
  readonly answer: ValidationAnswer
  /** The answer comes of an earlier request: this one has caused no call. */
  readonly isReplay: boolean
}

/** Asks the provider at most once for what is one intent: same key, or the same question at the same time. */
export interface Validations {
  /**
   * Answers also with a problem; it goes on to its end when nobody waits for it any more.
   * @throws Failure IDEMPOTENCY_KEY_REUSED
   */
  ask(question: Question, asker: Asker): Promise<Given>
  /** How a validation stands; undefined when nothing is known under the key. */
  progress(key: string): Promise<ValidationProgress | undefined>
}

interface Parts {
  readonly provider: Pick<ProviderClient, 'validateIdentity' | 'validateBank'>
  readonly ledger: ValidationLedger
  readonly limit: MinuteLimit
  readonly maxAttempts: number
  readonly clock: Clock
  readonly log: Log
}

/** A call to the provider that is under way; `attempt` is 0 while it waits for its turn. */
interface Call {
  attempt: number
  readonly answer: Promise<ValidationAnswer>
}

interface UnderKey {
  readonly fingerprint: string
  readonly service: Question['service']
  readonly startedAt: Date
  call: Call | undefined
  readonly given: Promise<Given>
}

export function createValidations(parts: Parts): Validations {
  const calls = new Map<string, Call>()
  const underKeys = new Map<string, UnderKey>()

  const join = (question: Question, requestId: string) => {
    const text = questionText(question)
    const known = calls.get(text)
    if (known !== undefined) return { call: known, isShared: true }
    const call = begin(parts, question, requestId)
    calls.set(text, call)
    call.answer.then(() => calls.delete(text))
    return { call, isShared: false }
  }
  const askUnder = (key: string, question: Question, requestId: string): UnderKey => {
    const fingerprint = fingerprintOf(question)
    const { service } = question
    const settle = async (): Promise<Given> => {
      const found = await parts.ledger.reserve(key, { fingerprint, service })
      if (found === 'other-request') throw reused()
      if (found !== 'reserved') return { answer: found.answer, isReplay: true }
      const { call, isShared } = join(question, requestId)
      mine.call = call
      const answer = await call.answer
      await parts.ledger.conclude(key, answer)
      return { answer, isReplay: isShared }
    }
    const given = settle().finally(() => underKeys.delete(key))
    const mine: UnderKey = { fingerprint, service, startedAt: parts.clock.date(), call: undefined, given }
    underKeys.set(key, mine)
    return mine
  }
  return {
    async ask(question, { key, requestId }) {
      if (key === undefined) {
        const { call, isShared } = join(question, requestId)
        return { answer: await call.answer, isReplay: isShared }
      }
      const running = underKeys.get(key)
      if (running === undefined) return askUnder(key, question, requestId).given
      if (running.fingerprint !== fingerprintOf(question)) throw reused()
      return { ...(await running.given), isReplay: true }
    },
    async progress(key) {
      const running = underKeys.get(key)
      if (running !== undefined) return runningProgress(running, parts.maxAttempts)
      const found = await parts.ledger.find(key)
      return found && finishedProgress(found)
    },
  }
}

/** Never rejects: what goes wrong is the answer, too. */
function begin(parts: Parts, question: Question, requestId: string): Call {
  const settle = async () => {
    try {
      const outcome = await callProvider(parts, question, requestId, (attempt) => {
        call.attempt = attempt
      })
      return outcomeAnswer(outcome)
    } catch (error) {
      return problemAnswer(problemFor(error, requestId, parts.log), error)
    }
  }
  // A turn later, so that the call stands before its first attempt.
  const call: Call = { attempt: 0, answer: Promise.resolve().then(settle) }
  return call
}

async function callProvider(parts: Parts, question: Question, requestId: string, onAttempt: (n: number) => void) {
  const { provider, limit, clock } = parts
  const waitMs = limit.take()
  if (waitMs !== undefined) throw tooMany(waitMs)
  const answer =
    question.service === 'identity'
      ? await provider.validateIdentity(question.validation, requestId, onAttempt)
      : await provider.validateBank(question.validation, requestId, onAttempt)
  return validationOutcome(answer, question.validation.testMode === true, clock.date())
}

function runningProgress({ service, call, startedAt }: UnderKey, maxAttempts: number): ValidationProgress {
  return {
    state: 'running',
    service,
    attempt: call?.attempt ?? 0,
    maxAttempts,
    startedAt: startedAt.toISOString(),
  }
}

function finishedProgress({ service, finishedAt, answer }: Conclusion): ValidationProgress {
  const { status, mayHaveRun, body } = answer
  return { state: 'finished', service, finishedAt: finishedAt.toISOString(), status, mayHaveRun, answer: body }
}

function tooMany(waitMs: number): Failure {
  const retryAfterSeconds = Math.ceil(waitMs / 1000)
  const detail = `Nothing was sent. The next validation may begin in ${retryAfterSeconds} s; see VALIDATIONS_PER_MINUTE.`
  return new Failure('TOO_MANY_VALIDATIONS', detail, { retryAfterSeconds })
}

function reused(): Failure {
  return new Failure(
    'IDEMPOTENCY_KEY_REUSED',
    'The key was used for other values in the last 24 hours. Send a new key for a new validation.',
  )
}
