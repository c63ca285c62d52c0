import compile from 'icu-minify/compile'
import en from './en.json' with { type: 'json' }
import type { Translate } from './message.ts'
import { type CompiledMessage, translator } from './translator.ts'

/** Says it in English, the language of the API: British, whose lists have no comma before the “or”. The page never loads this. */
export const english = translatorOver(en, 'en-GB')

/** Says it from a catalog. Each message is compiled when it is first asked for. */
export function translatorOver(catalog: Readonly<Record<string, string>>, locale: string): Translate {
  const messages = new Map(Object.entries(catalog))
  const compiled = new Map<string, CompiledMessage>()
  const find = (id: string): CompiledMessage | undefined => {
    const message = messages.get(id)
    const found = compiled.get(id) ?? (message === undefined ? undefined : compile(message))
    if (found !== undefined) compiled.set(id, found)
    return found
  }
  return translator(find, () => locale)
}
