import { wordsOf } from '../language/catalog.ts'

/** The words of the About screen. */
export const { t, rich } = await wordsOf({
  en: () => import('./about-words/en.json'),
  es: () => import('./about-words/es.json'),
  'pt-BR': () => import('./about-words/pt-BR.json'),
  fr: () => import('./about-words/fr.json'),
})
