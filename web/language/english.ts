import { translator } from '#shared/language/translator.ts'

// Not by a static import, so that the English catalog is one file, no matter who asks for it.
const { messages } = await import('#shared/language/en.json?compiled')

/** The language of the interface, whose words are searched for whatever the page speaks. */
export const english = translator(
  (id) => messages[id],
  () => 'en-GB',
)
