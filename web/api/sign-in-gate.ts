import { createStore, type Watchable } from '../state/store.ts'

/** Where calls wait while the page asks again who works here; the page itself, with all that was typed, stays as it is. */
export interface SignInGate {
  readonly isAsking: Watchable<boolean>
  /** Grows with every sign-in: a call that set out under an older one may just be repeated. */
  readonly round: () => number
  /** What the first of those who wait was told: see the params of SIGN_IN_REQUIRED. */
  readonly why: () => string | undefined
  /** Asks, or joins those who wait already. Resolves once the person has signed in again, false if they did not. */
  readonly ask: (signal?: AbortSignal | null, why?: string) => Promise<boolean>
  /** Lets a call pass that has not set out yet: at once, or after the answer. */
  readonly passed: (signal?: AbortSignal | null) => Promise<boolean>
  /** Ends the question: true repeats the calls that wait, false lets them fail. */
  readonly answer: (isSignedIn: boolean) => void
}

export function createSignInGate(): SignInGate {
  let waiting: Promise<boolean> | undefined
  let settle: (isSignedIn: boolean) => void = () => undefined
  let round = 0
  let toldWhy: string | undefined
  const isAsking = createStore(false)
  function ask(signal?: AbortSignal | null, why?: string): Promise<boolean> {
    if (waiting === undefined) {
      waiting = new Promise((resolve) => {
        settle = resolve
      })
      toldWhy = why
      isAsking.set(true)
    }
    return orAborted(waiting, signal)
  }
  return {
    isAsking,
    round: () => round,
    why: () => toldWhy,
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

/** The same where a call takes a proof of who one is that is a few minutes old at most; other calls pass by. */
export const stepUpGate = createSignInGate()

/** A caller that has gone does not wait for the answer. */
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
