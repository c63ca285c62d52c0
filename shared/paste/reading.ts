import { bankLabel } from '#shared/banks/bank.ts'
import type { BankNames } from '#shared/banks/bank-names.ts'
import type { Country, FieldValues } from '#shared/rule-book/country.ts'
import type { FoundAmount } from './find-amounts.ts'
import { type FoundBank, findBanks } from './find-banks.ts'
import { findMeaning, type Label } from './find-labels.ts'
import type { FieldCandidate, Sureness } from './found.ts'
import type { LabelMeaning } from './label-words.ts'
import { blanked, type PastedText, type Span } from './pasted-text.ts'
import type { UncertaintyReason } from './reason.ts'

/** A label with what it announces in the country under which the message is read. */
export interface MeaningfulLabel extends Label {
  readonly meaning: LabelMeaning
}

/** A message as it looks to the reader of one country. */
export interface CountryMessage {
  readonly message: PastedText
  readonly country: Country
  readonly labels: readonly MeaningfulLabel[]
  readonly banks: readonly FoundBank[]
  readonly amounts: readonly FoundAmount[]
  readonly emails: readonly Span[]
  /** The plain text without banks, amounts and addresses: what is left for numbers. */
  readonly rest: string
}

/** What was found, and the stretch that it takes. */
export interface FoundValues {
  readonly candidates: readonly FieldCandidate[]
  readonly taken: readonly Span[]
}

/** Looks at a message as one of a country. */
export function readingIn(
  country: Country,
  message: PastedText,
  found: {
    readonly labels: readonly Label[]
    readonly amounts: readonly FoundAmount[]
    readonly emails: readonly Span[]
    readonly bankNames: BankNames
  },
): CountryMessage {
  const banks = findBanks(message, found.labels, country, found.bankNames)
  const labels = found.labels
    .filter((label) => !banks.some((bank) => bank.start < label.start && label.end <= bank.end))
    .map((label) => ({ ...label, value: pastBank(label, found.labels, banks), meaning: findMeaning(label, country) }))
  const rest = blanked(message.plain, [...banks, ...found.amounts, ...found.emails])
  return { ...found, message, country, labels, banks, rest }
}

/** "Cuenta de ahorros banco Popular 123": the bank's own "banco" does not end the stretch of the account. */
function pastBank({ end, value }: Label, labels: readonly Label[], banks: readonly FoundBank[]): Span {
  const next = labels.find(({ start }) => start >= end)
  const isOfBank = next !== undefined && next.start === value.end && banks.some(({ start }) => start === next.start)
  return isOfBank ? { start: value.start, end: next.value.end } : value
}

/** The banks as candidates; of several that the words fit, none is sure. */
export function bankCandidates({ banks, message }: CountryMessage): readonly FieldCandidate[] {
  return banks.flatMap((found) =>
    found.banks.map((bank) => ({
      field: 'bankName' as const,
      value: bank.code,
      meaning: bankLabel(bank),
      words: message.wordsAt(found),
      ...surenessOf(found.isSure ? undefined : 'bankByName'),
    })),
  )
}

/** The bank to which a number belongs: the last one named before its end, else the first. */
export function givenAt({ banks }: CountryMessage, end: number): FieldValues {
  const near = banks.filter(({ start }) => start < end).at(-1) ?? banks[0]
  const [bank, ...others] = near?.banks ?? []
  return bank === undefined || others.length > 0 ? {} : { bankName: bank.code }
}

/** Sure, or likely with the reason. */
export function surenessOf(reason: UncertaintyReason | undefined): {
  readonly sureness: Sureness
  readonly reason?: UncertaintyReason
} {
  return reason === undefined ? { sureness: 'sure' } : { sureness: 'likely', reason }
}
