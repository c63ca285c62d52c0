/** The languages of the desk, each by the name that its readers look for. */
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

/** The first of what the browser's reader wants that the desk speaks, whichever variant it is; English where it is none. */
export function languageFor(wanted: readonly string[]): Language {
  const known = wanted.map((tag) => speaking.find(({ prefix }) => tag.toLowerCase().split('-')[0] === prefix)?.language)
  return known.find((language) => language !== undefined) ?? 'en'
}

const speaking = [
  { prefix: 'en', language: 'en' },
  { prefix: 'es', language: 'es' },
  { prefix: 'pt', language: 'pt-BR' },
  { prefix: 'fr', language: 'fr' },
] as const
