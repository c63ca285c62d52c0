import { wordsOf } from '../language/catalog.ts'

/** The words of a link to a rule, which stands on other screens. */
export const { rich } = await wordsOf({
  en: () => import('./link-words/en.json'),
  es: () => import('./link-words/es.json'),
  'pt-BR': () => import('./link-words/pt-BR.json'),
  fr: () => import('./link-words/fr.json'),
})
