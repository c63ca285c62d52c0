import type { ValidationProgress } from '#shared/api/validation-progress.ts'
import type { Clock } from '../kernel/clock.ts'
import { Failure } from '../kernel/failure.ts'
import type { PeopleLimit } from '../kernel/limit.ts'
import type { Log } from '../kernel/log.ts'
import { problemFor } from '../problems/problem-for.ts'
import type { ProviderClient } from '../provider/provider-client.ts'
import type { Encryption } from '../store/encryption/encryption.ts'
import type { Transaction } from '../store/store.ts'
import { type ClaimDeps, claimCall, reserveKey } from './claim-call.ts'
import { type RunningValidation, runningProgress, standingProgress } from './progress.ts'
import { fingerprintOf, type Question, questionHash, questionText } from './question.ts'
import { type CallHold, createSharedCalls, type ValidationCall } from './shared-calls.ts'
import { outcomeAnswer, problemAnswer, type ValidationAnswer, validationOutcome } from './validation-answer.ts'
import type { Claim, KeyState, ValidationLedger } from './validation-ledger.ts'

/** The person who asks, and the idempotency key. */
interface ValidationRequester {
  readonly requestId: string
  /** The Idempotency-Key: each person has keys of their own. */
  readonly key: string | undefined
  readonly personId: string
  /** Where the request comes from; undefined for the server's own questions, which count towards no person's limit. */
  readonly address: string | undefined
  /** Writes more in the transaction that saves the answer. */
  alongside?(transaction: Transaction, ended: EndedValidation): Promise<void>
}

interface KeyedAnswer {
  readonly answer: ValidationAnswer
  /** Whether the answer is that of an earlier request, so that this one caused no call. */
  readonly isReplay: boolean
}

/** Asks the provider at most once for what is one intent: same key, or the same question at the same time, over all processes. */
export interface Validations {
  /**
   * Answers also with a problem; it runs to its end even when no request waits for it any more.
   * @throws Failure IDEMPOTENCY_KEY_REUSED, or IDEMPOTENCY_IN_FLIGHT while another process asks under the key
   */
  ask(question: Question, asker: ValidationRequester): Promise<KeyedAnswer>
  /** The progress of a validation that this person asked for; undefined when nothing is known under the key. */
  progress(personId: string, key: string): Promise<ValidationProgress | undefined>
  /** Resolves once nothing is under way, also for those who have gone away, and all answers are kept. */
  settled(): Promise<void>
}

interface Deps extends Pick<ClaimDeps, 'ending'> {
  readonly provider: Pick<ProviderClient, 'validateIdentity' | 'validateBank'>
  readonly ledger: ValidationLedger
  readonly encryption: Pick<Encryption, 'hash'>
  readonly limit: PeopleLimit
  readonly maxAttempts: number
  readonly clock: Clock
  readonly log: Log
  /** Saves the result of a validation that was sent. */
  saveValidation(transaction: Transaction, ended: EndedValidation): Promise<void>
}

/** A validation that has ended, and how often it was sent. */
export interface EndedValidation {
  readonly question: Question
  readonly answer: ValidationAnswer
  readonly personId: string
  readonly attempts: number
}

interface UnderKey extends RunningValidation {
  readonly fingerprint: string
  readonly given: Promise<KeyedAnswer>
}

export function createValidations(deps: Deps): Validations {
  const hold = createSharedCalls()
  const underKeys = new Map<string, UnderKey>()
  const asking = new Set<Promise<KeyedAnswer>>()

  const finish = async (question: Question, asker: ValidationRequester, held: CallHold): Promise<KeyedAnswer> => {
    const { answer: coming, isShared } = held.join((call) => begin(deps, question, asker, call))
    const answer = await coming
    const { attempt, claim, isElsewhere } = held.call
    const isReplay = isShared || isElsewhere
    const isKept = !isReplay || question.validation.beneficiaryId !== undefined
    const ended = { question, answer, personId: asker.personId, attempts: attempt }
    await conclude(deps, { ...asker, claim: isReplay ? undefined : claim }, ended, isKept && isWorthKeeping(ended))
    return { answer, isReplay }
  }
  const askUnder = (key: string, question: Question, asker: ValidationRequester): UnderKey => {
    const fingerprint = fingerprintOf(deps.encryption, question)
    const { service } = question
    const held = hold(questionText(question))
    const settle = async (): Promise<KeyedAnswer> => {
      const asked = { fingerprint, service, question: questionHash(deps.encryption, question) }
      const found = await reserveKey(deps.ledger, held.call, key, { ...asked, requestId: asker.requestId })
      if (found === 'other-request') throw reused()
      return found.state === 'taken' ? finish(question, asker, held) : recall(deps, question, asker, found)
    }
    const given = settle().finally(() => {
      held.release()
      underKeys.delete(key)
    })
    const mine: UnderKey = { fingerprint, service, startedAt: deps.clock.date(), call: held.call, given }
    underKeys.set(key, mine)
    return mine
  }
  const ask = async (question: Question, asker: ValidationRequester): Promise<KeyedAnswer> => {
    const { key } = asker
    if (key === undefined) return finish(question, asker, hold(questionText(question)))
    const running = underKeys.get(key)
    if (running === undefined) return askUnder(key, question, asker).given
    if (running.fingerprint !== fingerprintOf(deps.encryption, question)) throw reused()
    return { ...(await running.given), isReplay: true }
  }
  return {
    ask(question, asker) {
      const given = ask(question, { ...asker, key: asker.key && ownKey(asker.personId, asker.key) })
      const end = () => void asking.delete(given)
      asking.add(given)
      given.then(end, end)
      return given
    },
    async progress(personId, chosenKey) {
      const key = ownKey(personId, chosenKey)
      const running = underKeys.get(key)
      if (running !== undefined) return runningProgress(running, deps.maxAttempts)
      const found = await deps.ledger.find(key)
      return found && standingProgress(found, deps.maxAttempts)
    },
    async settled() {
      while (asking.size > 0) await Promise.allSettled(asking)
    },
  }
}

function ownKey(personId: string, key: string): string {
  return `${personId}:${key}`
}

/** What is known under the key stays its answer. That of a lost one is kept from now on, with the check that it may have been. */
async function recall(
  deps: Deps,
  question: Question,
  asker: ValidationRequester,
  found: KeyState,
): Promise<KeyedAnswer> {
  if (found.state === 'reserved') throw inFlight()
  const { answer } = found
  const ended = { question, answer, personId: asker.personId, attempts: 1 }
  if (found.state === 'lost') await conclude(deps, asker, ended, true)
  return { answer, isReplay: true }
}

/** Where nothing was sent and nothing can have run, nothing is known and nothing was spent. */
function isWorthKeeping({ answer, attempts }: EndedValidation): boolean {
  return answer.mayHaveRun || attempts > 0
}

/** An answer that cannot be kept is given all the same: it may have been paid for. A repeat of its key then hears that it is lost. */
async function conclude(
  deps: Deps,
  { key, claim, requestId, alongside }: ValidationRequester & { readonly claim?: Claim | undefined },
  ended: EndedValidation,
  isKept: boolean,
): Promise<void> {
  const keep = async (transaction: Transaction) => {
    if (isKept) await deps.saveValidation(transaction, ended)
    await alongside?.(transaction, ended)
  }
  try {
    await deps.ledger.conclude({ key, claim }, ended.answer, isKept || alongside ? keep : undefined)
  } catch (error) {
    problemFor(error, requestId, deps.log)
  }
}

/** Never rejects: what goes wrong is the answer, too. */
async function begin(
  deps: Deps,
  question: Question,
  { requestId, personId, address, key }: ValidationRequester,
  call: ValidationCall,
): Promise<ValidationAnswer> {
  try {
    const hash = questionHash(deps.encryption, question)
    const claimed = await claimCall(deps, call, { question: hash, service: question.service, requestId, key })
    if ('theirs' in claimed) {
      const { theirs } = claimed
      call.isElsewhere = true
      call.attempt = 'attempts' in theirs.body ? theirs.body.attempts : 1
      return theirs
    }
    call.claim = claimed.claim
    const waitMs = address === undefined ? undefined : deps.limit.take({ personId, address })
    if (waitMs !== undefined) throw tooMany(waitMs)
    const outcome = await callProvider(deps, question, requestId, (attempt) => {
      call.attempt = attempt
    })
    return outcomeAnswer(outcome)
  } catch (error) {
    const answer = problemAnswer(problemFor(error, requestId, deps.log), error)
    return call.claim === undefined ? { ...answer, mayHaveRun: false } : answer
  }
}

async function callProvider(deps: Deps, question: Question, requestId: string, onAttempt: (n: number) => void) {
  const { provider, clock } = deps
  const answer =
    question.service === 'identity'
      ? await provider.validateIdentity(question.validation, requestId, onAttempt)
      : await provider.validateBank(question.validation, requestId, onAttempt)
  return validationOutcome(answer, question.validation.testMode === true, clock.date())
}

function tooMany(waitMs: number): Failure {
  const retryAfterSeconds = Math.ceil(waitMs / 1000)
  return new Failure('TOO_MANY_VALIDATIONS', { retryAfterSeconds })
}

function inFlight(): Failure {
  return new Failure('IDEMPOTENCY_IN_FLIGHT', { retryAfterSeconds: 2 })
}

function reused(): Failure {
  return new Failure('IDEMPOTENCY_KEY_REUSED')
}
