import { countryCodes, ruleBook } from '#shared/countries/rule-book.ts'
import { asMessage } from '#shared/language/message.ts'
import type { Country, NamedNumber } from '#shared/rule-book/country.ts'
import { type LabelMeaning, type LabelWords, labelWords, spellings } from './label-words.ts'
import type { PastedText, Span } from './pasted-text.ts'

/** A label in a message, and the stretch of its value: up to the next label or the end of the line. */
export interface Label extends Span {
  readonly key: string
  readonly value: Span
  /** A colon, a dash or a line end leads to the value: these are never there by chance. */
  readonly isMarked: boolean
}

/** Every label of any country, in order. What it means differs: C.C. is a document in Colombia, an account in Brazil. */
export function findLabels({ folded }: PastedText): readonly Label[] {
  const places = [...folded.matchAll(labelPattern)].slice(0, mostLabels).map(({ 0: found, index }) => ({
    key: keyOf(found),
    start: index,
    end: index + found.length,
  }))
  return places.map((place, index) => ({ ...place, ...valuePlace(folded, place, places[index + 1]) }))
}

/** A message about one payment has fewer; what looks at pairs of labels stays quick. */
const mostLabels = 200

/** What a label announces in a country; 'other' where it means something in other countries alone. */
export function findMeaning({ key }: Label, country: Country): LabelMeaning {
  return meaningsOf(country).get(key) ?? { is: 'other' }
}

const known = new WeakMap<Country, ReadonlyMap<string, LabelMeaning>>()

function meaningsOf(country: Country): ReadonlyMap<string, LabelMeaning> {
  const made =
    known.get(country) ??
    new Map(
      [...labelWords.filter((label) => isOf(label, country)), ...rulesAsLabels(country)].flatMap(({ words, meaning }) =>
        phrasesIn(words).map((phrase) => [keyOf(phrase), meaning] as const),
      ),
    )
  known.set(country, made)
  return made
}

function isOf({ countries }: LabelWords, { code }: Country): boolean {
  return countries === undefined || countries.some((country) => country === code)
}

/** The rule book's own names of documents and numbers: CPF, CLABE, Carné de extranjería. */
function rulesAsLabels({ documents, methods, bankValidation }: Country): readonly LabelWords[] {
  const ofValidations = (bankValidation?.documents ?? []).flatMap(({ kind, asked }) =>
    asked ? [{ kind, label: asked.label }] : [],
  )
  const numbers = methods.flatMap(({ fields: { accountNumber } }) =>
    accountNumber?.use === 'asked' ? accountNumber.rule : [],
  )
  return [
    ...[...documents, ...ofValidations].flatMap(({ kind, label }) => spelt(label, { is: 'document', kind })),
    ...numbers.flatMap(({ label }) => spelt(label, { is: 'account', number: label })),
  ]
}

function spelt(label: NamedNumber['label'], meaning: LabelMeaning): readonly LabelWords[] {
  const words = spellings[asMessage(label).id]
  return words === undefined ? [] : [{ meaning, words }]
}

function phrasesIn(words: string): readonly string[] {
  return words.split(', ')
}

/** The same for "C.C.", "CC" and "c. c.". */
function keyOf(found: string): string {
  return found.replace(/[ .]/g, '')
}

const labelPattern = patternOf([
  ...labelWords.flatMap(({ words }) => phrasesIn(words)),
  ...countryCodes.flatMap((code) => rulesAsLabels(ruleBook[code]).flatMap(({ words }) => phrasesIn(words))),
])

/** One expression for all labels, the longer ones first; every repetition in it is bounded. */
function patternOf(phrases: readonly string[]): RegExp {
  const sources = [...new Set(phrases)].toSorted((a, b) => b.length - a.length).map(sourceOf)
  return new RegExp(`(?<![\\p{L}\\p{N}@_])(?:${sources.join('|')})(?![\\p{L}@_])`, 'gu')
}

function sourceOf(phrase: string): string {
  return phrase
    .replace(/ ?\/ ?/g, '[ ]?/[ ]?')
    .replace(/\. |\.(?=[a-z])/g, '<gap>')
    .replace(/(?<!\[) (?!\])/g, '[ ]{1,2}')
    .replace(/\.$|\.(?=\[)/g, '\\.?')
    .replaceAll('<gap>', '\\.?[ ]{0,2}')
}

/** What leads from a label to its value: "nº", a colon, "es", "is". */
const lead =
  /(?:\([aos]{1,2}\))?[ )]{0,3}(?:(?:nro|numero|num|no|n)\b\.?)?[ #]{0,3}(?:[:=>#.)-]{0,3}[ ]{0,4}){1,2}(?:(?:es|is|e|est)[ ]{1,2}(?:[eoal]l?a?[ ]{1,2})?)?/y

function valuePlace(folded: string, place: Span, next: Span | undefined): Pick<Label, 'value' | 'isMarked'> {
  lead.lastIndex = place.end
  const led = lead.exec(folded)?.[0] ?? ''
  const start = place.end + led.length
  const line = lineEnd(folded, start)
  const nextStart = next?.start ?? folded.length
  const end = Math.max(start, Math.min(line, nextStart))
  const isBlank = !/[\p{L}\p{N}]/u.test(folded.slice(start, end))
  if (!isBlank || nextStart <= line) return { value: { start, end }, isMarked: /[:=>#-]/.test(led) }
  return { value: nextLine(folded, line, nextStart), isMarked: true }
}

/** The next line that holds something, up to the next label. */
function nextLine(folded: string, from: number, nextStart: number): Span {
  const start = from + (/^\s{0,80}/.exec(folded.slice(from, from + 80))?.[0].length ?? 0)
  return {
    start: Math.min(start, nextStart),
    end: Math.max(Math.min(start, nextStart), Math.min(lineEnd(folded, start), nextStart)),
  }
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}
