import { translator } from '#shared/language/translator.ts'

// A dynamic import, so that the English catalog is one file for everything that uses it.
const { messages } = await import('#shared/language/en.json?compiled')

/** The messages in English, the language of the provider's documentation: the search covers them in every language. */
export const tEnglish = translator(
  (id) => messages[id],
  () => 'en-GB',
)
