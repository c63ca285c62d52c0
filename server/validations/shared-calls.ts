import type { ValidationAnswer } from './validation-answer.ts'
import type { Claim } from './validation-ledger.ts'

/** A call to the provider; `attempt` is 0 while it has not been sent. */
export interface ValidationCall {
  attempt: number
  /** What this process has claimed; undefined before, and where another process asks. */
  claim: Claim | undefined
  /** What becomes of the first holder's try to claim the call with its key; set also by a holder without a key, so that no other tries. */
  claiming: Promise<Claim | undefined> | undefined
  /** Whether another process asks. */
  isElsewhere: boolean
}

interface SharedCall extends ValidationCall {
  answer: Promise<ValidationAnswer> | undefined
  holders: number
}

/** One asker's part in a call. */
export interface CallHold {
  readonly call: ValidationCall
  /** Begins the call, unless another holder has: then it is shared. */
  join(begin: (call: ValidationCall) => Promise<ValidationAnswer>): {
    readonly answer: Promise<ValidationAnswer>
    readonly isShared: boolean
  }
  /** To be called when no {@link join} will follow any more. */
  release(): void
}

/**
 * Calls by their question. Anyone who asks while an equal question is asked shares its call, also one who must wait to reserve a
 * key first: what counts is when a question came, not how fast the store was.
 */
export function createSharedCalls(): (text: string) => CallHold {
  const calls = new Map<string, SharedCall>()
  return (text) => {
    const call = calls.get(text) ?? {
      attempt: 0,
      claim: undefined,
      claiming: undefined,
      isElsewhere: false,
      answer: undefined,
      holders: 0,
    }
    const forget = () => {
      if (calls.get(text) === call) calls.delete(text)
    }
    calls.set(text, call)
    call.holders += 1
    return {
      call,
      join(begin) {
        if (call.answer !== undefined) return { answer: call.answer, isShared: true }
        const answer = begin(call)
        call.answer = answer
        answer.then(forget)
        return { answer, isShared: false }
      },
      release() {
        call.holders -= 1
        if (call.holders === 0 && call.answer === undefined) forget()
      },
    }
  }
}
