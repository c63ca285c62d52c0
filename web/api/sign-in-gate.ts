import { createStore, type Watchable } from '../state/store.ts'

/** Where calls wait while the page asks the person to sign in again; the page keeps all that was typed. */
export interface SignInGate {
  readonly isAsking: Watchable<boolean>
  /** Grows with every sign-in: a call that was sent under an older one can simply be repeated. */
  readonly round: () => number
  /** The reason given by the first of the waiting calls: see the params of SIGN_IN_REQUIRED. */
  readonly why: () => string | undefined
  /** Asks, or joins those who already wait. Resolves to true once the person has signed in again, to false if they did not. */
  readonly ask: (signal?: AbortSignal | null, why?: string) => Promise<boolean>
  /** Lets a call pass that was not sent yet: at once, or after the answer. */
  readonly passed: (signal?: AbortSignal | null) => Promise<boolean>
  /** Ends the question: true repeats the waiting calls, false lets them fail. */
  readonly answer: (isSignedIn: boolean) => void
}

export function createSignInGate(): SignInGate {
  let waiting: Promise<boolean> | undefined
  let settle: (isSignedIn: boolean) => void = () => undefined
  let round = 0
  let firstReason: string | undefined
  const isAsking = createStore(false)
  function ask(signal?: AbortSignal | null, why?: string): Promise<boolean> {
    if (waiting === undefined) {
      waiting = new Promise((resolve) => {
        settle = resolve
      })
      firstReason = why
      isAsking.set(true)
    }
    return orAborted(waiting, signal)
  }
  return {
    isAsking,
    round: () => round,
    why: () => firstReason,
    ask,
    passed: (signal) => (waiting === undefined ? Promise.resolve(true) : orAborted(waiting, signal)),
    answer(isSignedIn) {
      if (isSignedIn) round += 1
      waiting = undefined
      settle(isSignedIn)
      isAsking.set(false)
    },
  }
}

/** The one gate of the page. */
export const signInGate = createSignInGate()

/** The same for calls that need a proof of identity from the last few minutes; other calls are not affected. */
export const stepUpGate = createSignInGate()

/** A caller that was aborted does not wait for the answer. */
function orAborted(waiting: Promise<boolean>, signal: AbortSignal | null | undefined): Promise<boolean> {
  if (signal === null || signal === undefined) return waiting
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    if (signal.aborted) return leave()
    signal.addEventListener('abort', leave, { once: true })
    void waiting.then((isSignedIn) => {
      signal.removeEventListener('abort', leave)
      resolve(isSignedIn)
    })
  })
}
