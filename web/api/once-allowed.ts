import type { Problem, ProblemCode } from '#shared/api/problem.ts'
import { signInGate, stepUpGate } from './sign-in-gate.ts'

/** The problem of the server in an error, if there is one. */
type ProblemOf = (error: unknown) => Problem | undefined

/**
 * If the session has ended, waits until the person has signed in again; if the call needs a recent proof of identity, until they have given
 * one. Then repeats the call unchanged. Rethrows the error of the call where they do neither.
 */
export async function onceAllowed<Answer>(
  call: () => Promise<Answer>,
  problemOf: ProblemOf,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  await signInGate.passed(signal)
  const whyNot = (error: unknown, code: ProblemCode) => {
    const problem = problemOf(error)
    return problem?.code === code ? (problem.params?.why ?? 'none') : undefined
  }
  const steps = { call, whyNot, signal }
  return afterSigningIn({ ...steps, call: () => afterProof({ ...steps, call: () => underNewToken(steps) }) })
}

interface WaitingCall<Answer> {
  readonly call: () => Promise<Answer>
  /** Why the server refused with this code; undefined for any other error. */
  readonly whyNot: (error: unknown, code: ProblemCode) => string | undefined
  readonly signal: AbortSignal | undefined
}

async function afterSigningIn<Answer>({ call, whyNot, signal }: WaitingCall<Answer>): Promise<Answer> {
  const round = signInGate.round()
  try {
    return await call()
  } catch (error) {
    const why = whyNot(error, 'SIGN_IN_REQUIRED')
    if (why === undefined) throw error
    if (signInGate.round() === round && !(await signInGate.ask(signal, why))) throw error
    return await call()
  }
}

async function afterProof<Answer>({ call, whyNot, signal }: WaitingCall<Answer>): Promise<Answer> {
  const round = stepUpGate.round()
  try {
    return await call()
  } catch (error) {
    const why = whyNot(error, 'STEP_UP_REQUIRED')
    // What takes a proof of its own, such as a signature, is not for this dialog: the caller asks for it.
    if (why !== 'none') throw error
    if (stepUpGate.round() === round && !(await stepUpGate.ask(signal))) throw error
    return await call()
  }
}

/** Each proof gives the session a new token: a call that was sent under the old one is repeated under the new one. */
async function underNewToken<Answer>({ call, whyNot, signal }: WaitingCall<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (whyNot(error, 'SIGN_IN_REQUIRED') !== 'replaced') throw error
    await stepUpGate.passed(signal)
    return await call()
  }
}
