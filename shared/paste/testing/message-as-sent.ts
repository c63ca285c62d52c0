import type { CountryCode } from '#shared/countries/rule-book.ts'
import type { TextFieldName } from '#shared/payout/fields.ts'

type Fields = Readonly<Partial<Record<TextFieldName, string>>>

/** A message as people send them, and what a careful clerk would make of it. Written before the reader was tried on it. */
export interface MessageAsSent {
  readonly country: CountryCode
  readonly text: string
  /** What the clerk would enter without asking anybody. */
  readonly fields: Fields
  /** What the clerk would have to ask about: each value is offered, and none is sure. */
  readonly choices?: Readonly<Partial<Record<TextFieldName, readonly string[]>>>
  /** Two people to be paid: what the clerk would enter for each. Everything is offered, and nothing is sure. */
  readonly people?: readonly Fields[]
}
