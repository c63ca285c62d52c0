import { english, translatorOver } from './english.ts'
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import type { Language } from './languages.ts'
import type { Translate } from './message.ts'
import ptBr from './pt-BR.json' with { type: 'json' }

const translators: Readonly<Record<Language, Translate>> = {
  en: english,
  es: translatorOver(es, 'es'),
  'pt-BR': translatorOver(ptBr, 'pt-BR'),
  fr: translatorOver(fr, 'fr'),
}

/** Says it in a language, outside of the pages: these load the one that is spoken alone. */
export function inLanguage(language: Language): Translate {
  return translators[language]
}
