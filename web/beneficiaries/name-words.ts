import { wordsOf } from '../language/catalog.ts'

// Apart from the other words of the book, as lists of payouts say them on a first visit too.
export const { t } = await wordsOf({
  en: () => import('./name-words/en.json'),
  es: () => import('./name-words/es.json'),
  'pt-BR': () => import('./name-words/pt-BR.json'),
  fr: () => import('./name-words/fr.json'),
})
