import type { Language } from '#shared/language/languages.ts'
import type { Translate } from '#shared/language/message.ts'
import { translator } from '#shared/language/translator.ts'
import { laterMessages } from './catalog.ts'

/** Says what a person sends to someone who reads another language than the page's. Of the later words alone. */
export async function translateIn(language: Language): Promise<Translate> {
  const { messages } = await laterMessages[language]()
  return translator(
    (id) => messages[id],
    () => language,
  )
}
