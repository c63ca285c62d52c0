import type { Problem } from '#shared/api/problem.ts'
import { messagesOf, worded } from './catalog.ts'

/** A problem comes with its English title, so that nothing is loaded for it. */
const messages = await messagesOf({
  en: () => Promise.resolve({ default: {} }),
  es: () => import('./problem-words/es.json'),
  'pt-BR': () => import('./problem-words/pt-BR.json'),
  fr: () => import('./problem-words/fr.json'),
})

/** What happened, in a few words without a full stop. */
export function problemTitle({ code, title }: Pick<Problem, 'code' | 'title'>): string {
  const message = messages()[code]
  return message === undefined ? title : worded(message, {})
}
