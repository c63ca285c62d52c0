import { wordsOf } from '../language/catalog.ts'

/** The words of the form that is not yet filled in, of opening it and of saving it. */
export const { t } = await wordsOf({
  en: () => import('./form-words/en.json'),
  es: () => import('./form-words/es.json'),
  'pt-BR': () => import('./form-words/pt-BR.json'),
  fr: () => import('./form-words/fr.json'),
})
