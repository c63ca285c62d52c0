import { type CountryCode, countryCodes, ruleBook } from '#shared/countries/rule-book.ts'
import { bestAssignments } from './assign.ts'
import type { CountryMessage, MessageParts } from './country-message.ts'
import { type CountrySign, signsOf } from './country-signs.ts'
import type { FoundMethod, Sureness } from './found.ts'
import type { Span, Words } from './pasted-text.ts'
import { type CountryReading, readCountryIn } from './reader.ts'

/** The country of the payment and the words that speak for it. */
export interface FoundCountry {
  readonly code: CountryCode
  readonly sureness: Sureness
  readonly why: readonly Words[]
}

/** A country needs more than what any text has, and a lead over the next. */
const leastWeight = 0.5
const surelyAhead = 3

interface Weighed {
  readonly code: CountryCode
  readonly read: CountryReading
  readonly signs: readonly CountrySign[]
  readonly weight: number
}

/** What a way of paying says that the message names: Bre-B, Yape. */
const methodSaid = 3

/** What it says for a country that the check digit of an account fits and its bank is known: one in a hundred by chance. */
const bankProven = 2.5

/** The country under which the message makes most sense, and what it says when it is read so. */
export function likeliestCountry(
  parts: MessageParts,
): (FoundCountry & { readonly isKnown: boolean; readonly read: CountryReading }) | undefined {
  const africa = readOnce()
  const all = countryCodes.map((code) => weighed(parts, code, africa)).toSorted((a, b) => b.weight - a.weight)
  const [first, second] = all
  if (first === undefined) return undefined
  const lead = first.weight - (second?.weight ?? 0)
  const isKnown = first.weight > leastWeight && lead > 0
  const { code } = first
  const read = first.read.reading.country.code === code ? first.read : readCountryIn(ruleBook[code], parts)
  return { code, sureness: lead >= surelyAhead ? 'sure' : 'likely', why: reasons(parts, first), isKnown, read }
}

interface ScoredReading extends CountryReading {
  readonly score: number
}

type ReadAfrica = (read: () => ScoredReading) => ScoredReading

/** The countries of Africa have the same rules, so they are read once. */
function readOnce(): ReadAfrica {
  let known: ScoredReading | undefined
  return (read) => {
    known ??= read()
    return known
  }
}

/** What was found and what it says of the country. */
function weighed(parts: MessageParts, code: CountryCode, africa: ReadAfrica): Weighed {
  const country = ruleBook[code]
  const readNow = () => {
    const read = readCountryIn(country, parts)
    return { ...read, score: bestAssignments(read.options)[0]?.score ?? 0 }
  }
  const read = country.region === 'africa' ? africa(readNow) : readNow()
  const named = namedMethods({ ...read.reading, country }).map(({ words }) => ({
    ...parts.message.spanOf(words),
    weight: methodSaid,
  }))
  const proven = read.options.filter(({ isProven, bankOfNumber }) => isProven === true && bankOfNumber !== undefined)
  const signs = [
    ...signsOf(parts.message, country, parts.amounts),
    ...named.slice(0, 1),
    ...proven.slice(0, 1).map(({ start, end }) => ({ start, end, weight: bankProven })),
  ]
  return { code, read, signs, weight: read.score + signs.reduce((sum, { weight }) => sum + weight, 0) }
}

/** The ways of paying that the message names: Yape, Bre-B. */
export function namedMethods({ country, labels, message }: CountryMessage): readonly FoundMethod[] {
  return labels.flatMap((label) => {
    const method = 'method' in label.meaning ? label.meaning.method : undefined
    const isOffered = country.methods.some(({ id }) => id === method)
    return method !== undefined && isOffered ? [{ id: method, words: message.wordsAt(label), isNamed: true }] : []
  })
}

/** The words that speak for a country, for who wonders. */
function reasons({ message }: MessageParts, { signs, read: { options } }: Weighed): readonly Words[] {
  const proven = options.filter(({ isProven, score }) => isProven === true && score > 0)
  const spans: readonly Span[] = [...signs.filter(({ start, end }) => end > start), ...proven]
  const all = spans.map((span) => message.wordsAt(span))
  return all.filter(({ start }, place) => all.findIndex((words) => words.start === start) === place).slice(0, 3)
}
