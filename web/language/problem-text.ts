import { isProblemCode, type Problem } from '#shared/api/problem.ts'
import { translateProblem } from '#shared/api/problem-message.ts'
import { issueText } from './issue-text.ts'
import { t } from './translate.ts'

/** What happened, in a few words without a full stop. A code that only a newer server knows comes with its English words. */
export function problemTitle({ code, title }: Pick<Problem, 'code' | 'title'>): string {
  return isProblemCode(code) ? t(`problem.${code}.title`) : title
}

/** A problem, or as much of one as is told of what would be refused. */
type Told = Pick<Problem, 'code'> & Partial<Problem>

/** What happened and what to do, in one or two sentences. */
export function problemDetail({ code, detail = '', errors = [], ...told }: Told): string {
  const [error] = errors
  if (error !== undefined) return issueText(error)
  return isProblemCode(code) ? translateProblem(t, { code, ...told }) : detail
}
