import { wordsOf } from '../language/catalog.ts'

/** The words of signing in and handing over. */
export const { t } = await wordsOf({
  en: () => import('./words/en.json'),
  es: () => import('./words/es.json'),
  'pt-BR': () => import('./words/pt-BR.json'),
  fr: () => import('./words/fr.json'),
})
