import type { Message } from '#shared/language/message.ts'
import type { TextFieldName } from '#shared/payout/fields.ts'
import type { AccountKind, FieldValues } from '#shared/rule-book/country.ts'
import type { Span } from './pasted-text.ts'
import type { UncertaintyReason } from './reason.ts'

/** What a record of a message has at most one of; an account brings its bank and kind along, a name two fields. */
export const slots = [
  'bank',
  'type',
  'account',
  'pix',
  'document',
  'validation',
  'agency',
  'name',
  'amount',
  'email',
  'city',
  'reason',
  'reference',
] as const

export type Slot = (typeof slots)[number]

export interface OptionValue {
  readonly field: TextFieldName
  readonly value: string
  /** What a code means, for people. */
  readonly meaning?: Message | string
}

/** One reading of a stretch of the message: what it would be, and what speaks for and against it. */
export interface Option extends Span {
  readonly slot: Slot
  readonly values: readonly [OptionValue, ...OptionValue[]]
  /** By name; what each weighs is data, see weights.ts. */
  readonly features: readonly string[]
  /** The log-odds that it is what a careful person would enter, alone. */
  readonly score: number
  /** Why it is never sure, whatever else speaks for it. */
  readonly doubt?: UncertaintyReason
  /** Why it is not sure where too little speaks for it. */
  readonly weakness?: UncertaintyReason
  /** It may be read from the same words as another one: a document that is also a key. */
  readonly isShared?: true
  /** The bank that the number itself names. */
  readonly bankOfNumber?: string
  /** The values of other fields for which its rule holds. */
  readonly when?: FieldValuesAllowed
  readonly accountKind?: AccountKind
  readonly isProven?: true
}

type FieldValuesAllowed = Readonly<Partial<Record<keyof FieldValues, readonly string[]>>>

/** An option before its score. */
export type OptionDraft = Omit<Option, 'score'>
