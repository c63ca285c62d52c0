import type { Language } from '#shared/language/languages.ts'
import type { MessageId } from '#shared/language/message.ts'
import type { CompiledMessage } from '#shared/language/translator.ts'
import { activate, language } from './language.ts'
import { retryUntilLoaded } from './retry-until-loaded.ts'

/** The messages of a language by their ids. */
type Messages = Readonly<Record<string, CompiledMessage>>

/** One file per language. */
type CatalogFiles = Readonly<Record<Language, () => Promise<{ readonly messages: Messages }>>>

export interface PageCatalog {
  /** A message in the page's language. */
  readonly find: (id: string) => CompiledMessage | undefined
  /** Loads the page's first language, with retries, as nothing can be shown without it. */
  readonly loadLanguage: () => Promise<void>
  /** Loads the messages of screens that are never opened first, now and after every change of language. */
  readonly loadLaterWords: () => Promise<void>
  /**
   * Changes the language once its messages are loaded; until then, and if that fails, the page is unchanged. Of several calls the last one
   * wins: false where this one was abandoned for it.
   */
  readonly changeLanguage: (chosen: Language) => Promise<boolean>
}

export function createCatalog(files: CatalogFiles, laterFiles?: CatalogFiles): PageCatalog {
  const loaded = new Map<Language, Messages>()
  const whole = new Set<Language>()
  let isLaterWanted = false
  /** Counts the choices: the same language may be chosen twice. */
  let choices = 0

  async function load(wanted: Language): Promise<void> {
    if (!loaded.has(wanted)) loaded.set(wanted, (await files[wanted]()).messages)
    if (!isLaterWanted || whole.has(wanted) || laterFiles === undefined) return
    const { messages } = await laterFiles[wanted]()
    loaded.set(wanted, { ...loaded.get(wanted), ...messages })
    whole.add(wanted)
  }

  return {
    find: (id) => loaded.get(language())?.[id],
    loadLanguage: () => retryUntilLoaded(() => load(language())),
    async loadLaterWords() {
      isLaterWanted = true
      const wanted = language()
      await load(wanted)
      // Another language may have been chosen in the meantime, and loaded before the later messages were wanted.
      if (language() !== wanted) await load(language())
    },
    async changeLanguage(chosen) {
      choices += 1
      const choice = choices
      try {
        await load(chosen)
      } catch (cause) {
        if (choice === choices) throw cause
      }
      if (choice !== choices) return false
      activate(chosen)
      return true
    },
  }
}

/** What a first visit does not show, by language. */
export const laterMessages: CatalogFiles = {
  en: () => import('#shared/language/en.json?compiled-later'),
  es: () => import('#shared/language/es.json?compiled-later'),
  'pt-BR': () => import('#shared/language/pt-BR.json?compiled-later'),
  fr: () => import('#shared/language/fr.json?compiled-later'),
}

export const { find, loadLanguage, loadLaterWords, changeLanguage } = createCatalog(
  {
    en: () => import('#shared/language/en.json?compiled'),
    es: () => import('#shared/language/es.json?compiled'),
    'pt-BR': () => import('#shared/language/pt-BR.json?compiled'),
    fr: () => import('#shared/language/fr.json?compiled'),
  },
  laterMessages,
)

/** Whether this version of the page has the message of an id from the server. */
export function isMessageId(id: string): id is MessageId {
  return find(id) !== undefined
}
