import { wordsOf } from '../language/catalog.ts'

/** The words of payouts where they are listed, looked at and moved on, and of their requests. The form has its own. */
export const { t, rich } = await wordsOf({
  en: () => import('./words/en.json'),
  es: () => import('./words/es.json'),
  'pt-BR': () => import('./words/pt-BR.json'),
  fr: () => import('./words/fr.json'),
})
