import { isLanguage, type Language, languageFor, variantOf } from '#shared/language/languages.ts'
import { createStore, useStore } from '../state/store.ts'

const storageKey = 'payout-desk.language'

/** The language, and the reader's variant of it: worked out once a choice, as every message asks for it. */
const spoken = createStore(withVariant(firstLanguage()))

/** The language that the page speaks. A text made from it outside of rendering stays as it was when the language changes. */
export function language(): Language {
  return spoken.get().language
}

/** The same for a component: it renders again when the language changes. All below the page do by themselves, but what is memoised. */
export function useLanguage(): Language {
  return useStore(spoken, ({ language }) => language)
}

/** What formats numbers and dates: the language as it is written where the reader lives. */
export function locale(): string {
  return spoken.get().variant
}

/** Makes a language whose words are loaded the page's own, and keeps it for the next visit. */
export function activate(chosen: Language): void {
  spoken.set(withVariant(chosen))
  announce()
  try {
    localStorage.setItem(storageKey, chosen)
  } catch {
    // A browser that keeps nothing still speaks it until the page is left.
  }
}

function withVariant(chosen: Language): { readonly language: Language; readonly variant: string } {
  return { language: chosen, variant: typeof window === 'undefined' ? chosen : variantOf(chosen, navigator.languages) }
}

/** What was chosen in this browser, else what the browser is set to. Tests run without either. */
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

/** Tells the browser and the screen reader, which else would read Spanish with an English voice. */
export function announce(): void {
  document.documentElement.lang = language()
}
