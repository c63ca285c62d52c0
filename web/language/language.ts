import { isLanguage, type Language, languageFor, variantOf } from '#shared/language/languages.ts'
import { createStore, useStore } from '../state/store.ts'

const storageKey = 'payout-desk.language'

/** The language with the reader's region: computed once per choice, as every message needs it. */
const spoken = createStore(withVariant(firstLanguage()))

/** The language of the page. A text made from it outside of rendering does not change with the language. */
export function language(): Language {
  return spoken.get().language
}

/** The same for a component: it renders again when the language changes. Everything below the page does so anyway, except memoised components. */
export function useLanguage(): Language {
  return useStore(spoken, ({ language }) => language)
}

/** The locale that formats numbers and dates: the language with the reader's region. */
export function locale(): string {
  return spoken.get().variant
}

/** Makes a language whose messages are loaded the language of the page, and remembers it for the next visit. */
export function activate(chosen: Language): void {
  spoken.set(withVariant(chosen))
  announce()
  try {
    localStorage.setItem(storageKey, chosen)
  } catch {
    // Without storage, the choice lasts until the page is left.
  }
}

function withVariant(chosen: Language): { readonly language: Language; readonly variant: string } {
  return { language: chosen, variant: typeof window === 'undefined' ? chosen : variantOf(chosen, navigator.languages) }
}

/** The language chosen in this browser, else the browser's setting. Tests run without either. */
function firstLanguage(): Language {
  if (typeof window === 'undefined') return 'en'
  const chosen = savedLanguage()
  return chosen ?? languageFor(navigator.languages)
}

function savedLanguage(): Language | undefined {
  try {
    const saved = localStorage.getItem(storageKey)
    return isLanguage(saved) ? saved : undefined
  } catch {
    return undefined
  }
}

/** Sets the document's language for the browser and for screen readers, which would otherwise read Spanish with an English voice. */
export function announce(): void {
  document.documentElement.lang = language()
}
