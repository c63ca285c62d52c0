import { wordsOf } from '../language/catalog.ts'

/** The words of going anywhere by a few letters, and of the list of keys. What a place is found by has the English words in it too. */
export const { t, rich } = await wordsOf({
  en: () => import('./words/en.json'),
  es: () => import('./words/es.json'),
  'pt-BR': () => import('./words/pt-BR.json'),
  fr: () => import('./words/fr.json'),
})
