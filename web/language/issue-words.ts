import type { Params, ReceivedIssue } from '#shared/api/issue.ts'
import { isIssueCode } from '#shared/api/issue-codes.ts'
import { messagesOf, worded } from './catalog.ts'
import { issueValues } from './issue-values.ts'
import { say } from './rule-words.ts'

/** What is said comes with its English sentence, so that nothing is loaded for it. */
const messages = await messagesOf({
  en: () => Promise.resolve({ default: {} }),
  es: () => import('./issue-words/es.json'),
  'pt-BR': () => import('./issue-words/pt-BR.json'),
  fr: () => import('./issue-words/fr.json'),
})

/**
 * What is wrong with a field, or to be looked at again, in the page's language: worded from its code and parameters. A sentence of the
 * rule book that has no parts, as that of a changed value, is said as it stands.
 */
export function issueText({
  code,
  params,
  detail,
}: Pick<ReceivedIssue, 'code' | 'detail'> & { params?: Params }): string {
  const words = messages()
  const message = words[code]
  if (message === undefined || !isIssueCode(code)) return say(detail)
  return worded(
    message,
    issueValues(code, params ?? {}, (shape) => worded(words['number.shape'] ?? '', shape)),
  )
}
