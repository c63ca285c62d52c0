import type { Params, Remark } from '#shared/api/fault.ts'
import { isRemarkCode } from '#shared/api/remark-codes.ts'
import { messagesOf, worded } from './catalog.ts'
import { remarkValues } from './remark-values.ts'
import { say } from './rule-words.ts'

/** What is said comes with its English sentence, so that nothing is loaded for it. */
const messages = await messagesOf({
  en: () => Promise.resolve({ default: {} }),
  es: () => import('./remark-words/es.json'),
  'pt-BR': () => import('./remark-words/pt-BR.json'),
  fr: () => import('./remark-words/fr.json'),
})

/**
 * What is wrong with a field, or to be looked at again, in the page's language: worded from its code and parameters. A sentence of the
 * rule book that has no parts, as that of a changed value, is said as it stands.
 */
export function remarkText({ code, params, detail }: Pick<Remark, 'code' | 'detail'> & { params?: Params }): string {
  const words = messages()
  const message = words[code]
  if (message === undefined || !isRemarkCode(code)) return say(detail)
  return worded(
    message,
    remarkValues(code, params ?? {}, (shape) => worded(words['number.shape'] ?? '', shape)),
  )
}
