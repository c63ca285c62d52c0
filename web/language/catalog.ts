import format from 'icu-minify/format'
import { createElement, Fragment, type ReactNode } from 'react'
import { dateTimeFormat, numberFormat, pluralRules } from './formats.ts'
import { activate, language } from './language.ts'
import type { Language } from './languages.ts'

/** Numbers and texts that a message speaks of. A number alone is written plainly; `{count, number}` and `#` group it as the language does. */
type Values = Readonly<Record<string, string | number>>

/** What stands around a part of a message: `<link>the rule</link>`. */
type Wrapper = (parts: ReactNode[]) => ReactNode

export interface Words<Id extends string> {
  /** A message in the page's language. */
  t(this: void, id: Id, values?: Values): string
  /** The same with elements in it. */
  rich(this: void, id: Id, values: Readonly<Record<string, string | number | Wrapper>>): ReactNode
}

type Compiled = Parameters<typeof format>[0]

/** A file a language; that all have the same messages is checked by scripts/words. */
type Loaders<Messages> = Readonly<Record<Language, () => Promise<{ readonly default: Messages }>>>

interface Catalog {
  has(wanted: Language): boolean
  load(wanted: Language): Promise<void>
}

/** All that the page has loaded so far; a change of language needs each of them in the new one. */
const catalogs = new Set<Catalog>()

/**
 * The words of one part of the page, with ICU messages that were compiled while it was built. Rejects when the file cannot be had: a
 * screen that waits for its words is then tried again with them.
 */
export async function wordsOf<Messages extends Readonly<Record<string, string>>>(
  loaders: Loaders<Messages>,
): Promise<Words<keyof Messages & string>> {
  const loaded = new Map<Language, Readonly<Record<string, Compiled>>>()
  const catalog: Catalog = {
    has: (wanted) => loaded.has(wanted),
    load: async (wanted) => void loaded.set(wanted, (await loaders[wanted]()).default),
  }
  // The language may change while its words are on their way.
  while (!catalog.has(language())) await catalog.load(language())
  catalogs.add(catalog)

  const message = (id: string) => loaded.get(language())?.[id] ?? ''
  return {
    t: (id, values = {}) => String(format<string>(message(id), language(), { ...values }, options)),
    rich: (id, values) => {
      const parts = format<ReactNode>(message(id), language(), values, options)
      // Spread, as the parts of a sentence have no keys.
      return createElement(Fragment, null, ...(Array.isArray(parts) ? parts : [parts]))
    },
  }
}

/** Speaks another language once all its words are here; until then, and if they cannot be had, the page stays as it is. */
export async function changeLanguage(chosen: Language): Promise<void> {
  for (let lacking = without(chosen); lacking.length > 0; lacking = without(chosen))
    await Promise.all(lacking.map((catalog) => catalog.load(chosen)))
  activate(chosen)
}

function without(wanted: Language): readonly Catalog[] {
  return [...catalogs].filter((catalog) => !catalog.has(wanted))
}

const options = {
  formatters: { getNumberFormat: numberFormat, getDateTimeFormat: dateTimeFormat, getPluralRules: pluralRules },
}
