import compile from 'icu-minify/compile'
import en from './en.json' with { type: 'json' }
import { type CompiledMessage, translator } from './translator.ts'

const messages = new Map<string, string>(Object.entries(en))
const compiled = new Map<string, CompiledMessage>()

/** Says it in English, the language of the API: British, whose lists have no comma before the “or”. The page never loads this. */
export const english = translator(find, () => 'en-GB')

/** Each message is compiled when it is first asked for. */
function find(id: string): CompiledMessage | undefined {
  const message = messages.get(id)
  const found = compiled.get(id) ?? (message === undefined ? undefined : compile(message))
  if (found !== undefined) compiled.set(id, found)
  return found
}
