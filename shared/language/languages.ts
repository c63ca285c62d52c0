/** The languages of the app, each by the name that its readers look for. */
export const languages = {
  en: 'English',
  es: 'Español',
  'pt-BR': 'Português (Brasil)',
  fr: 'Français',
} as const

export type Language = keyof typeof languages

export function isLanguage(value: string | null): value is Language {
  return value !== null && Object.hasOwn(languages, value)
}

/** Their codes, in this order. */
export const languageCodes: readonly Language[] = Object.keys(languages).filter(isLanguage)

/** The first of what the browser's reader wants that the app speaks, whichever variant it is; English where it is none. */
export function languageFor(wanted: readonly string[]): Language {
  return wanted.map(spoken).find((language) => language !== undefined) ?? 'en'
}

/** The reader's own variant of a language, for numbers and dates: es-MX writes 1,234.50 where es writes 1234,50. */
export function variantOf(language: Language, wanted: readonly string[]): string {
  return wanted.find((tag) => spoken(tag) === language && isWellFormed(tag)) ?? language
}

function spoken(tag: string): Language | undefined {
  return languageCodes.find((code) => prefixOf(code) === prefixOf(tag))
}

/** `pt` of pt-BR. */
function prefixOf(tag: string): string | undefined {
  return tag.toLowerCase().split('-')[0]
}

/** A browser may be set to what Intl throws at, such as en-US@posix. */
function isWellFormed(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}
