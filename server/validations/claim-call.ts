import type { Clock } from '../kernel/clock.ts'
import { Failure } from '../kernel/failure.ts'
import type { ValidationCall } from './shared-calls.ts'
import type { ValidationAnswer } from './validation-answer.ts'
import type { Claim, ClaimRequest, ValidationLedger } from './validation-ledger.ts'

export interface ClaimDeps {
  readonly ledger: Pick<ValidationLedger, 'claim' | 'findCall' | 'longestMs'>
  readonly clock: Pick<Clock, 'now' | 'sleep'>
  /** Aborted when the server ends, so that no request waits any longer. */
  readonly ending: AbortSignal
}

type ClaimResult = { readonly claim: Claim } | { readonly theirs: ValidationAnswer }

/**
 * Claims the call for a question over all processes; or, while another process asks the same, waits for its answer. When that shows that
 * nothing ran, the question is asked here. When that process is gone, the result is unknown, and a request that came before does not ask again.
 * @throws Failure IDEMPOTENCY_IN_FLIGHT after the time that a whole call may take, SHUTTING_DOWN
 */
export async function claimCall(waiting: ClaimDeps, call: ValidationCall, request: ClaimRequest): Promise<ClaimResult> {
  const { ledger, clock } = waiting
  call.claiming ??= Promise.resolve(undefined)
  const withKey = await call.claiming
  if (withKey !== undefined) return { claim: withKey }
  const latest = clock.now() + ledger.longestMs
  for (;;) {
    const claim = await ledger.claim(request)
    if (claim !== undefined) return { claim }
    const theirs = await theirAnswer(waiting, request, latest)
    if (theirs.mayHaveRun) return { theirs }
  }
}

/** Takes a key. The first who asks a question claims its call as well, in the same transaction. */
export function reserveKey(
  ledger: Pick<ValidationLedger, 'reserve'>,
  call: ValidationCall,
  key: string,
  reservation: Parameters<ValidationLedger['reserve']>[1],
): ReturnType<ValidationLedger['reserve']> {
  if (call.claiming !== undefined) return ledger.reserve(key, { ...reservation, question: undefined })
  const found = ledger.reserve(key, reservation)
  call.claiming = found.then(
    (known) => (known !== 'other-request' && known.state === 'taken' ? known.claim : undefined),
    () => undefined,
  )
  return found
}

const firstDelayMs = 20
const longestDelayMs = 250

async function theirAnswer(
  { ledger, clock, ending }: ClaimDeps,
  { question, requestId }: ClaimRequest,
  latest: number,
): Promise<ValidationAnswer> {
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 1.5, longestDelayMs)) {
    const call = await ledger.findCall(question, requestId)
    if (call.state !== 'reserved') return call.answer
    if (ending.aborted) throw new Failure('SHUTTING_DOWN')
    if (clock.now() >= latest) throw new Failure('IDEMPOTENCY_IN_FLIGHT', { retryAfterSeconds: 2 })
    await clock.sleep(delayMs)
  }
}
