import { language } from './language.ts'

/** Making a format takes a hundred times as long as using it, and a list asks for the same one a thousand times. */
export const numberFormat = kept(Intl.NumberFormat)
export const dateTimeFormat = kept(Intl.DateTimeFormat)
export const pluralRules = kept(Intl.PluralRules)
const relativeTimeFormat = kept(Intl.RelativeTimeFormat)
const listFormat = kept(Intl.ListFormat)

/** A number as the page's language writes it. */
export function numberWords(value: number, options?: Intl.NumberFormatOptions): string {
  return numberFormat(language(), options).format(value)
}

/** A moment in the reader's own time: "21 Nov 2026, 14:03:09", in the order that the language has. */
export function momentWords(at: string | number): string {
  return dateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(at))
}

/** "2 days ago". */
export function agoWords(count: number, unit: Intl.RelativeTimeFormatUnit): string {
  return relativeTimeFormat(language(), { style: 'short', numeric: 'auto' }).format(-count, unit)
}

/** "CC, NIT or RUT". */
export function alternatives(items: readonly string[]): string {
  return listFormat(language(), { type: 'disjunction' }).format(items)
}

function kept<Options extends object, Format>(Made: new (locale: string, options?: Options) => Format) {
  const made = new Map<string, Format>()
  return (locale: string, options?: Options): Format => {
    const key = locale + JSON.stringify(options)
    const found = made.get(key) ?? new Made(locale, options)
    made.set(key, found)
    return found
  }
}
