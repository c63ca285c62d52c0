import { wordsOf } from '../language/catalog.ts'

/** The words of the checks: their rows, what came of them, and the names of the sandbox. */
export const { t, rich } = await wordsOf({
  en: () => import('./words/en.json'),
  es: () => import('./words/es.json'),
  'pt-BR': () => import('./words/pt-BR.json'),
  fr: () => import('./words/fr.json'),
})
