import type { Problem, ProblemCode } from '#shared/api/problem.ts'
import { signInGate, stepUpGate } from './sign-in-gate.ts'

/** The problem that an error tells of, if it is one of the server's. */
type ProblemOf = (error: unknown) => Problem | undefined

/**
 * A call whose session has ended waits until the person has signed in again, and one that takes a new proof of who they are until they
 * have given it; then it is made once more, as it was. Throws what the call throws where they do neither.
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

interface Waiting<Answer> {
  readonly call: () => Promise<Answer>
  /** Why it was refused, where it was with this code. */
  readonly whyNot: (error: unknown, code: ProblemCode) => string | undefined
  readonly signal: AbortSignal | undefined
}

async function afterSigningIn<Answer>({ call, whyNot, signal }: Waiting<Answer>): Promise<Answer> {
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

async function afterProof<Answer>({ call, whyNot, signal }: Waiting<Answer>): Promise<Answer> {
  const round = stepUpGate.round()
  try {
    return await call()
  } catch (error) {
    const why = whyNot(error, 'STEP_UP_REQUIRED')
    // A signature is not for this dialog: who makes the call asks for one.
    if (why === undefined || why === 'approval') throw error
    if (stepUpGate.round() === round && !(await stepUpGate.ask(signal))) throw error
    return await call()
  }
}

/** With each proof the session goes on under another token: a call that set out under the former one is repeated under the new one. */
async function underNewToken<Answer>({ call, whyNot, signal }: Waiting<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (whyNot(error, 'SIGN_IN_REQUIRED') !== 'replaced') throw error
    await stepUpGate.passed(signal)
    return await call()
  }
}
