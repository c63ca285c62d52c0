import type { BankNames } from '#shared/banks/bank-names.ts'
import type { CountryCode } from '#shared/countries/rule-book.ts'
import { type MessageReading, readMessage, readMessagePart } from '#shared/paste/read-message.ts'

/** What the page asks its worker to read. */
export interface MessageCall {
  readonly text: string
  /** The country that a person chose for the message. */
  readonly chosen: CountryCode | undefined
  /** Those that they chose for people of it, by their places. */
  readonly chosenOf: Readonly<Record<number, CountryCode>>
  /** The country of the form, which a message without one is taken to be about. */
  readonly open: CountryCode | undefined
  readonly bankNames: BankNames
}

export interface MessageAnswer {
  readonly whole: MessageReading
  /** Where the message is about several people: what was read of each. */
  readonly people: readonly MessageReading[]
}

/** Reads a message as a whole and, where it is about several people, each of them. */
export function answerCall({ text, chosen, chosenOf, open, bankNames }: MessageCall): MessageAnswer {
  const found = readMessage(text, chosen, bankNames)
  const whole = found.country === undefined && open !== undefined ? readMessage(text, open, bankNames) : found
  const people = whole.parts.map((part, place) =>
    readMessagePart(text, whole, part, chosenOf[place] ?? chosen, bankNames),
  )
  return { whole, people }
}
