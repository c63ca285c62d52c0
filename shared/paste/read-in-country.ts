import { currenciesOf } from '#shared/payout/field-uses.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { dollars } from '#shared/rule-book/currencies.ts'
import { type FoundAmount, valueIn } from './find-amounts.ts'
import { provenNumbers } from './find-numbers.ts'
import type { FieldCandidate, FoundMethod } from './found.ts'
import { blanked, type Span } from './pasted-text.ts'
import { accountCandidates, accountRules, readAccountAfterBank, readAccounts } from './read-accounts.ts'
import { documentCandidates, documentsOf, readDocuments } from './read-documents.ts'
import { readPixKeys } from './read-pix-keys.ts'
import { readFreeTexts, readNames } from './read-texts.ts'
import { bankCandidates, type CountryMessage, type FoundValues, surenessOf } from './reading.ts'
import { withoutRivals } from './rivals.ts'

/** What a message holds when it is read as one of a country. */
export interface CountryReading {
  readonly country: Country
  readonly candidates: readonly FieldCandidate[]
  /** The ways of paying that it names. */
  readonly methods: readonly FoundMethod[]
  /** It names a document of another kind than the payout asks for, so the one that it asks for may be another person's. */
  readonly hasOtherDocument: boolean
}

/** Reads a message by the rules of one country; each stretch counts once, the labelled ones first. */
export function readInCountry(reading: CountryMessage): CountryReading {
  const keys = readPixKeys(reading)
  const free = withoutTaken(reading, keys)
  const announced = [...keys, ...readDocuments(free), ...readAccounts(free)]
  const proven = readUnlabelled(reading, [...announced.flatMap(({ taken }) => taken), ...ofOthers(reading)])
  const hasAccount = [...announced, ...proven].some(({ candidates }) =>
    candidates.some(({ field }) => field === 'accountNumber' || field === 'recipientPixKey'),
  )
  const spoken = [...announced, ...proven].flatMap(({ taken }) => taken)
  const afterBank = hasAccount ? [] : readAccountAfterBank(withoutSpans(free, spoken))
  const labelled = [...announced, ...afterBank]
  const taken = labelled.flatMap((finding) => finding.taken)
  const numbers = [...labelled, ...proven].flatMap(({ candidates }) => candidates)
  const left = blanked(reading.rest, [...taken, ...proven.flatMap((finding) => finding.taken), ...ofOthers(reading)])
  return {
    country: reading.country,
    candidates: [
      ...readNames(reading),
      ...withoutRivals(reading, left, numbers),
      ...bankCandidates(reading),
      ...reading.amounts.flatMap((amount) => amountCandidates(reading, amount)),
      ...readFreeTexts(reading, taken),
    ],
    methods: namedMethods(reading),
    hasOtherDocument: reading.labels.some(({ meaning }) => meaning.is === 'other-document'),
  }
}

/** A Pix key's own label ("CPF", "celular") announces the key alone. */
function withoutTaken(reading: CountryMessage, findings: readonly FoundValues[]): CountryMessage {
  const taken = findings.flatMap((finding) => finding.taken)
  const isTaken = ({ start }: Span) => taken.some((span) => span.start === start)
  return { ...reading, labels: reading.labels.filter((label) => !isTaken(label)), rest: blanked(reading.rest, taken) }
}

function withoutSpans(reading: CountryMessage, spans: readonly Span[]): CountryMessage {
  return { ...reading, rest: blanked(reading.rest, [...spans, ...ofOthers(reading)]) }
}

/** Numbers under labels of phones, dates and other countries are spoken for. */
function ofOthers({ labels, rest }: CountryMessage): readonly Span[] {
  return labels.flatMap(({ meaning, value }) => {
    if (!['other', 'other-document'].includes(meaning.is) && meaning.is !== 'phone' && meaning.is !== 'reference')
      return []
    const number = /[\p{L}\d][\p{L}\d .()/-]*/u.exec(rest.slice(value.start, value.end))
    const start = value.start + (number?.index ?? 0)
    return number === null ? [] : [{ start, end: start + number[0].length }]
  })
}

function readUnlabelled(reading: CountryMessage, taken: readonly Span[]): readonly FoundValues[] {
  const { country, rest } = reading
  const text = blanked(rest, taken)
  const documents = provenNumbers(text, documentsOf(country)).map((number) => ({
    candidates: documentCandidates(
      reading,
      { ...number, reason: number.isUnmistakable ? undefined : 'withoutLabel' },
      number.span,
      true,
    ),
    taken: [number.span],
  }))
  const accounts = provenNumbers(text, accountRules(country)).map((number) => ({
    candidates: accountCandidates(reading, number, number.isUnmistakable ? undefined : 'withoutLabel'),
    taken: [number.span],
  }))
  return outermost([...documents, ...accounts])
}

/** A number inside a longer one is no number of its own. */
function outermost(findings: readonly FoundValues[]): readonly FoundValues[] {
  return findings.filter(
    ({ taken: [own] }) =>
      own === undefined ||
      !findings.some(
        ({ taken: [other] }) =>
          other !== undefined &&
          other !== own &&
          lengthOf(other) > lengthOf(own) &&
          other.start <= own.start &&
          own.end <= other.end,
      ),
  )
}

function lengthOf({ start, end }: Span): number {
  return end - start
}

function amountCandidates(
  { country, labels, message }: CountryMessage,
  amount: FoundAmount,
): readonly FieldCandidate[] {
  const { currency, reason } = amount
  const value = valueIn(country.code, amount)
  const isTaken = currency === undefined || currenciesOf(country).some(({ code }) => code === currency)
  if (!isTaken || value === undefined) return []
  const isLabelled = labels.some(
    ({ meaning, value: { start, end } }) => meaning.is === 'amount' && start <= amount.start && amount.start < end,
  )
  const words = message.wordsAt(amount)
  const sure = surenessOf(reason ?? (isLabelled || currency !== undefined ? undefined : 'whatFor'))
  const found = { field: 'amount' as const, value, words, ...sure }
  const isInDollars = currency === dollars && country.currency !== dollars
  return isInDollars ? [found, { field: 'currencyCode', value: dollars, words, ...sure }] : [found]
}

function namedMethods({ country, labels, message }: CountryMessage): readonly FoundMethod[] {
  return labels.flatMap((label) => {
    const method = 'method' in label.meaning ? label.meaning.method : undefined
    const isOffered = country.methods.some(({ id }) => id === method)
    return method !== undefined && isOffered ? [{ id: method, words: message.wordsAt(label), isNamed: true }] : []
  })
}
