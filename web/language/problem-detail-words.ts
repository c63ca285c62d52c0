import type { Problem } from '#shared/api/problem.ts'
import { messagesOf, worded } from './catalog.ts'
import { issueText } from './issue-words.ts'

/** A problem comes with its English detail, so that nothing is loaded for it. */
const messages = await messagesOf({
  en: () => Promise.resolve({ default: {} }),
  es: () => import('./problem-detail-words/es.json'),
  'pt-BR': () => import('./problem-detail-words/pt-BR.json'),
  fr: () => import('./problem-detail-words/fr.json'),
})

/** A problem, or as much of one as is told of what would be refused. */
type Told = Pick<Problem, 'code' | 'detail'> & Partial<Problem>

/** What happened and what to do, in one or two sentences. */
export function problemDetail({ code, detail, errors, params, requestId = '', retryAfterSeconds }: Told): string {
  const [error] = errors ?? []
  if (error !== undefined) return issueText(error)
  const message = messages()[code]
  if (message === undefined) return detail
  const { what, why, act, state, most, trace } = { ...absent, ...params }
  const values = { what, why, act, state, most, trace, requestId, seconds: retryAfterSeconds ?? aWhile }
  return worded(message, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])))
}

/** What a problem does not name is `none` to a message that selects by it. */
const absent = { what: 'none', why: 'none', act: 'none', state: 'none', most: 'none', trace: 'none' }

/** How long to wait where the server does not say, in s. */
const aWhile = 30
