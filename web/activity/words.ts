import { wordsOf } from '../language/catalog.ts'

/** The words of the audit log. */
export const { t, rich } = await wordsOf({
  en: () => import('./words/en.json'),
  es: () => import('./words/es.json'),
  'pt-BR': () => import('./words/pt-BR.json'),
  fr: () => import('./words/fr.json'),
})
