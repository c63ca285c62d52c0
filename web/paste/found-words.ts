import { wordsOf } from '../language/catalog.ts'

/** The words of what was found in a message. */
export const { t, rich } = await wordsOf({
  en: () => import('./found-words/en.json'),
  es: () => import('./found-words/es.json'),
  'pt-BR': () => import('./found-words/pt-BR.json'),
  fr: () => import('./found-words/fr.json'),
})
