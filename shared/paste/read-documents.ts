import { asMessage } from '#shared/language/message.ts'
import type { Country, DocumentRule, NamedNumber } from '#shared/rule-book/country.ts'
import { type FoundNumber, firstNumber } from './find-numbers.ts'
import type { FieldCandidate } from './found.ts'
import type { Span, Words } from './pasted-text.ts'
import { type CountryMessage, type FoundValues, surenessOf } from './reading.ts'

/** A document that the payout or, with no code, its bank check alone asks for. */
export interface AskedDocument extends NamedNumber {
  readonly kind: DocumentRule['kind']
  readonly code?: string
}

/** Every document that a country asks for. */
export function documentsOf({ documents, bankValidation }: Country): readonly AskedDocument[] {
  const forChecks = (bankValidation?.documents ?? []).flatMap(({ kind, asked }) => (asked ? [{ ...asked, kind }] : []))
  return [...documents, ...forChecks]
}

/** The documents that labels announce: "CPF", "C.C.", "documento". */
export function readDocuments(reading: CountryMessage): readonly FoundValues[] {
  const { country, labels, rest } = reading
  const all = documentsOf(country)
  return labels.flatMap((label) => {
    const { meaning } = label
    if (meaning.is !== 'document') return []
    const rules = all.filter(({ kind }) => meaning.kind === undefined || kind === meaning.kind)
    const fitting = firstNumber(rest, label.value, rules, {})
    const found = [...fitting, ...nextNumbers(rest, label.value, rules, fitting[0])]
    const isOnly =
      meaning.kind !== undefined || (found.length === 1 && (all.length === 1 || found[0]?.isProven === true))
    return found.map((number) => ({
      candidates: documentCandidates(reading, number, label, isOnly),
      taken: [label, number.span],
    }))
  })
}

/** "Mi cédula es 79.456.123 y la de mi esposa 52.789.456": a second number of the same shape may be the one that is meant. */
function nextNumbers(
  text: string,
  stretch: Span,
  rules: readonly AskedDocument[],
  first: FoundNumber<AskedDocument> | undefined,
): readonly FoundNumber<AskedDocument>[] {
  const gap = first && /^[^\d\n]{1,40}?(?=\d)/.exec(text.slice(first.span.end, stretch.end))?.[0]
  if (first === undefined || gap === undefined || !/\p{L}/u.test(gap)) return []
  const start = first.span.end + gap.length
  return firstNumber(text, { start, end: stretch.end }, rules, {}).filter(
    ({ rule, value, reason }) => rule === first.rule && reason === undefined && value.length === first.value.length,
  )
}

/** The number and, where a country has several documents, which one it is. */
export function documentCandidates(
  { country, message }: CountryMessage,
  { value, rule, span, reason, isProven }: FoundNumber<AskedDocument>,
  label: Span,
  isKnown: boolean,
): readonly FieldCandidate[] {
  const words = message.wordsAt(span)
  const sure = surenessOf(reason ?? (isKnown ? undefined : 'whichDocument'))
  if (rule.code === undefined)
    return [
      { field: 'validationDocumentNumber', value, words, isProven, meaning: asMessage(rule.label), ...sure },
      ...documentWithin(country, value, words),
    ]
  const number = { field: 'documentNumber' as const, value, words, isProven, ...sure }
  if (country.documents.length === 1) return [number]
  return [
    { field: 'documentType', value: rule.code, meaning: asMessage(rule.label), words: message.wordsAt(label), ...sure },
    number,
  ]
}

/** The document that the payout takes, in the number of another one: the DNI in a person's CUIT. */
function documentWithin({ documents }: Country, number: string, words: Words): readonly FieldCandidate[] {
  const [within] = documents.flatMap(({ inside }) => inside?.(number) ?? [])
  return within === undefined ? [] : [{ field: 'documentNumber', value: within, words, ...surenessOf('fromCuit') }]
}
