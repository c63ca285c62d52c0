import { dateTimeFormat, listFormat, numberFormat, relativeTimeFormat } from '#shared/language/intl.ts'
import { locale } from './language.ts'

/** A number in the format of the page's language. */
export function numberWords(value: number, options?: Intl.NumberFormatOptions): string {
  return numberFormat(locale(), options).format(value)
}

/** A moment in the reader's time zone: "21 Nov 2026, 14:03:09", in the order of the language. */
export function momentWords(at: string | number): string {
  return dateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(at))
}

/** The same to the minute: "21 Nov 2026, 14:03". */
export function minuteWords(at: string | number): string {
  return dateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))
}

/** The time of day for the end of a sentence: "14:03", or "2:03 p.m", as a full stop follows. */
export function clockWords(at: string): string {
  return dateTimeFormat(locale(), { hour: 'numeric', minute: '2-digit' }).format(new Date(at)).replace(/\.$/, '')
}

/** "2 days ago"; never "yesterday", which 30 hours ago need not be. */
export function agoWords(count: number, unit: Intl.RelativeTimeFormatUnit): string {
  return relativeTimeFormat(locale(), { style: 'short', numeric: 'always' }).format(-count, unit)
}

/** Parts of a sentence that have commas themselves; French has a narrow space before its semicolon. */
export function joinList(parts: readonly string[]): string {
  return parts.join(locale().startsWith('fr') ? '\u202f; ' : '; ')
}

/** "CC, NIT or RUT". */
export function alternatives(items: readonly string[]): string {
  return listFormat(locale(), { type: 'disjunction' }).format(items)
}

/** The same for elements: the items, and the words between them. */
export function alternativeParts<Item>(items: readonly Item[]): readonly (Item | string | undefined)[] {
  const parts = listFormat(locale(), { type: 'disjunction' }).formatToParts(items.map((_, place) => `${place}`))
  return parts.map(({ type, value }) => (type === 'element' ? items[Number(value)] : value))
}
