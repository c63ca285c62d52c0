import { wordsOf } from '../language/catalog.ts'

/** The words of the exports: what is approved, what was given out before, and asking again. */
export const { t, rich } = await wordsOf({
  en: () => import('./words/en.json'),
  es: () => import('./words/es.json'),
  'pt-BR': () => import('./words/pt-BR.json'),
  fr: () => import('./words/fr.json'),
})
