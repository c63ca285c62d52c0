import en from '#shared/language/en.json' with { type: 'json' }
import es from '#shared/language/es.json' with { type: 'json' }
import fr from '#shared/language/fr.json' with { type: 'json' }
import { type Language, languageCodes } from '#shared/language/languages.ts'
import type { MessageId } from '#shared/language/message.ts'
import pt from '#shared/language/pt-BR.json' with { type: 'json' }
import { isColumnLabel } from './is-column-label.ts'

const catalogs: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en, es, 'pt-BR': pt, fr }

/** What the form calls a field, a document, a number, a choice or a country, in each language. Throws where the page leaves that out. */
export function labelsOf(id: MessageId): readonly string[] {
  if (!isColumnLabel(id)) throw new Error(`${id} is no label of a column.`)
  return languageCodes.flatMap((language) => catalogs[language][id] ?? [])
}
