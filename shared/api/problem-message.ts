import type { ReceivedParams, Translate } from '#shared/language/message.ts'
import type { Problem, ProblemCode, ProblemParams } from './problem.ts'

/** The parts of a problem that its sentence needs. */
export interface ProblemSummary extends Partial<Pick<Problem, 'requestId' | 'retryAfterSeconds'>> {
  readonly code: ProblemCode
  readonly params?: ProblemParams | undefined
  /** What needs a change, with FIELDS_INVALID. */
  readonly fields?: ReceivedParams[string]
}

/** What happened and what to do, in one or two sentences of a language. */
export function translateProblem(translate: Translate, problem: ProblemSummary): string {
  const { code, params = {}, requestId = '', retryAfterSeconds = aWhile, fields = [] } = problem
  const values = {
    ...absent,
    ...params,
    requestId,
    seconds: retryAfterSeconds,
    minutes: Math.ceil(retryAfterSeconds / 60),
    hours: Math.ceil(retryAfterSeconds / 3600),
    fields,
  }
  const detail = translate(`problem.${code}.detail`, values)
  return params.attempts === undefined
    ? detail
    : `${detail} ${translate('problem.asked', { attempts: params.attempts })}`
}

/** What a problem does not name is `none` to a message that selects by it. */
const absent = {
  what: 'none',
  why: 'none',
  act: 'none',
  permission: 'none',
  scope: 'none',
  state: 'none',
  trace: 'none',
  line: 'none',
  reason: 'none',
}

/** How long to wait where the server does not say, in s. */
const aWhile = 30
