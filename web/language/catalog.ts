import format from 'icu-minify/format'
import type { Language } from '#shared/language/languages.ts'
import { dateTimeFormat, numberFormat, pluralRules } from './formats.ts'
import { activate, language, locale } from './language.ts'
import { retryUntilLoaded } from './retry-until-loaded.ts'

/** Numbers and texts that a message speaks of. A number alone is written plainly; `{count, number}` and `#` group it as the language does. */
export type Values = Readonly<Record<string, string | number>>

export type Compiled = Parameters<typeof format>[0]

/** The messages of a part of the page in one language, by their ids. */
export type Messages = Readonly<Record<string, Compiled>>

/** A file a language; that all have the same messages is checked by scripts/words. */
type Loaders<Found> = Readonly<Record<Language, () => Promise<{ readonly default: Found }>>>

interface Catalog {
  has(wanted: Language): boolean
  load(wanted: Language): Promise<void>
}

/** All that the page has loaded so far; a change of language needs each of them in the new one. */
const catalogs = new Set<Catalog>()

/** Loads messages in the page's language, and from now on with each change of it; answers those of the language at that moment. */
export async function messagesOf(loaders: Loaders<Messages>): Promise<() => Messages> {
  const loaded = new Map<Language, Messages>()
  const catalog: Catalog = {
    has: (wanted) => loaded.has(wanted),
    load: async (wanted) => void loaded.set(wanted, (await loaders[wanted]()).default),
  }
  // The language may change while its words are on their way.
  while (!catalog.has(language())) await retryUntilLoaded(() => catalog.load(language()))
  catalogs.add(catalog)
  return () => loaded.get(language()) ?? {}
}

/** A message in the page's language, filled in. */
export function worded(message: Compiled, values: Values): string {
  return String(format<string>(message, locale(), { ...values }, options))
}

/**
 * Speaks another language once all its words are here; until then, and if they cannot be had, the page stays as it is. Of several
 * choices the last one counts: false where this one was given up for it.
 */
export async function changeLanguage(chosen: Language): Promise<boolean> {
  choices += 1
  const choice = choices
  try {
    for (let lacking = without(chosen); lacking.length > 0; lacking = without(chosen))
      await Promise.all(lacking.map((catalog) => catalog.load(chosen)))
  } catch (cause) {
    if (choice === choices) throw cause
  }
  if (choice !== choices) return false
  activate(chosen)
  return true
}

/** How many were made: the same language may be chosen twice. */
let choices = 0

function without(wanted: Language): readonly Catalog[] {
  return [...catalogs].filter((catalog) => !catalog.has(wanted))
}

export const options = {
  formatters: { getNumberFormat: numberFormat, getDateTimeFormat: dateTimeFormat, getPluralRules: pluralRules },
}
