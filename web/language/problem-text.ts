import { isProblemCode, type Problem } from '#shared/api/problem.ts'
import { translateProblem } from '#shared/api/problem-message.ts'
import { isMessageId } from './catalog.ts'
import { issueText } from './issue-text.ts'
import { t } from './translate.ts'

/** The problem in a few words without a full stop. In English for a code that only a newer server knows, and until its messages are loaded. */
export function problemTitle({ code, title }: Pick<Problem, 'code' | 'title'>): string {
  return isProblemCode(code) && isMessageId(`problem.${code}.title`) ? t(`problem.${code}.title`) : title
}

/** A problem, or its known part where only a possible refusal is described. */
type TranslatableProblem = Pick<Problem, 'code'> & Partial<Problem>

/** The problem and what to do, in one or two sentences. */
export function problemDetail({ code, detail = '', errors = [], ...rest }: TranslatableProblem): string {
  const [error] = errors
  if (error !== undefined) return issueText(error)
  return isProblemCode(code) && isMessageId(`problem.${code}.detail`) ? translateProblem(t, { code, ...rest }) : detail
}
