import type { Message } from '#shared/language/message.ts'
import type { TextFieldName } from '#shared/payout/fields.ts'
import type { MethodId } from '#shared/rule-book/country.ts'
import type { Words } from './pasted-text.ts'
import type { UncertaintyReason } from './reason.ts'

/** 'sure': shape and check digit, or shape and an unmistakable label, agree; all else is 'likely'. */
export type Sureness = 'sure' | 'likely'

/** One value for one field; several for the same field are alternatives, none of which is sure. */
export interface FoundField {
  readonly field: TextFieldName
  readonly value: string
  /** What a code means, for people: the bank by its name, the document, the kind of account. */
  readonly meaning?: Message | string
  readonly words: Words
  readonly sureness: Sureness
  /** Why it is only likely. */
  readonly reason?: UncertaintyReason
}

/** A way of paying that the message names or that follows from what it holds. */
export interface FoundMethod {
  readonly id: MethodId
  readonly words: Words
  /** The message says so itself (Yape, Bre-B); else it follows from what was found. */
  readonly isNamed: boolean
}
