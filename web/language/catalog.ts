import type { Language } from '#shared/language/languages.ts'
import type { MessageId } from '#shared/language/message.ts'
import type { Compiled } from '#shared/language/translator.ts'
import { activate, language } from './language.ts'
import { retryUntilLoaded } from './retry-until-loaded.ts'

/** The messages of a language by their ids. */
type Messages = Readonly<Record<string, Compiled>>

/** A file a language. */
type Files = Readonly<Record<Language, () => Promise<{ readonly messages: Messages }>>>

export interface Catalog {
  /** A message in the page's language. */
  readonly find: (id: string) => Compiled | undefined
  /** Loads the page's first language: again and again, as nothing can be shown without it. */
  readonly loadLanguage: () => Promise<void>
  /** Loads what screens say that nobody opens first, now and with every language that is chosen after. */
  readonly loadLaterWords: () => Promise<void>
  /**
   * Speaks another language once its file is here; until then, and if it cannot be had, the page stays as it is. Of several choices the
   * last one counts: false where this one was given up for it.
   */
  readonly changeLanguage: (chosen: Language) => Promise<boolean>
}

export function createCatalog(files: Files, laterFiles?: Files): Catalog {
  const loaded = new Map<Language, Messages>()
  const whole = new Set<Language>()
  let isLaterWanted = false
  /** How many were made: the same language may be chosen twice. */
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
      // Another one may have been chosen meanwhile, before it knew that more is wanted.
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

export const { find, loadLanguage, loadLaterWords, changeLanguage } = createCatalog(
  {
    en: () => import('#shared/language/en.json?compiled'),
    es: () => import('#shared/language/es.json?compiled'),
    'pt-BR': () => import('#shared/language/pt-BR.json?compiled'),
    fr: () => import('#shared/language/fr.json?compiled'),
  },
  {
    en: () => import('#shared/language/en.json?compiled-later'),
    es: () => import('#shared/language/es.json?compiled-later'),
    'pt-BR': () => import('#shared/language/pt-BR.json?compiled-later'),
    fr: () => import('#shared/language/fr.json?compiled-later'),
  },
)

/** Whether a message that came over the wire is one that this version of the page has. */
export function isMessageId(id: string): id is MessageId {
  return find(id) !== undefined
}
