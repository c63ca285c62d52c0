import type { Language } from '#shared/language/languages.ts'
import { messagesOf, worded } from './catalog.ts'
import { language } from './language.ts'
import { names } from './name-words.ts'
import { type PhraseBook, phraseBook } from './phrase-book.ts'

/** The rule book is English by itself, so that nothing is loaded for it. */
const messages = await messagesOf({
  en: () => Promise.resolve({ default: {} }),
  es: () => import('./rule-words/es.json'),
  'pt-BR': () => import('./rule-words/pt-BR.json'),
  fr: () => import('./rule-words/fr.json'),
})

const books = new Map<Language, PhraseBook>()

/** A sentence or a name of the rule book in the page's language; a text that it does not know is left as it is. */
export function say(text: string): string {
  if (language() === 'en') return text
  const book = books.get(language()) ?? phraseBook({ ...names(), ...messages() }, worded)
  books.set(language(), book)
  return book(text) ?? text
}
