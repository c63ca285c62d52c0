import { wordsOf } from '../language/catalog.ts'

/** The words of all of the form that a country decides about. They load with it. */
export const { t } = await wordsOf({
  en: () => import('./country-words/en.json'),
  es: () => import('./country-words/es.json'),
  'pt-BR': () => import('./country-words/pt-BR.json'),
  fr: () => import('./country-words/fr.json'),
})
