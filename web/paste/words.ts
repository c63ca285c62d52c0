import { wordsOf } from '../language/catalog.ts'

/** The words of the button that opens the message, and of what came of it. */
export const { t } = await wordsOf({
  en: () => import('./words/en.json'),
  es: () => import('./words/es.json'),
  'pt-BR': () => import('./words/pt-BR.json'),
  fr: () => import('./words/fr.json'),
})
