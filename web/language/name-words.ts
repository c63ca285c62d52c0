import { type Messages, messagesOf, worded } from './catalog.ts'

const messages = await messagesOf({
  en: () => Promise.resolve({ default: {} }),
  es: () => import('./name-words/es.json'),
  'pt-BR': () => import('./name-words/pt-BR.json'),
  fr: () => import('./name-words/fr.json'),
})

/** What the rule book calls countries and regions, as part of all that it says. */
export function names(): Messages {
  return messages()
}

/** The name of a country or a region in the page's language. Apart from all else, as lists and an empty form need nothing more. */
export function sayName(name: string): string {
  const message = messages()[name]
  return message === undefined ? name : worded(message, {})
}
