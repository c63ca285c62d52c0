import { bareCodeSteps, clean, textSteps } from '#shared/rule-book/cleaning.ts'
import { codePointOf, strayLetterIn } from '#shared/rule-book/look-alikes.ts'
import { fieldLabel } from './field-label.ts'
import { type FieldContext, type FieldReading, faulty, invalidField, sentField } from './field-reading.ts'
import { mailDoubts } from './mail-doubts.ts'
import { nameDoubts } from './name-doubts.ts'
import { tooLong } from './typed-value.ts'
import { addressFault } from './web-address.ts'

/** Reads a name: any letters, but of one script within a word. One that looks like none draws a warning, never a cut. */
export function readNameField(field: string, typed: string, { country, given }: FieldContext): FieldReading {
  const { value, notes } = clean(typed, textSteps)
  const letter = strayLetterIn(value)
  if (letter !== undefined) return invalidField(field, 'mixed_letters', { letter, codePoint: codePointOf(letter) })
  return sentField(field, value, notes, { warnings: nameDoubts(field, value, country, given) })
}

export function readTextField(field: string, typed: string): FieldReading {
  const { value, notes } = clean(typed, textSteps)
  return sentField(field, value, notes)
}

/** An account with all that anyone writes beside it: each number in the text is looked for in other payouts. */
export const longestAsTyped = 100

/** Reads a value whose form the interface does not document: only space around it is removed. */
export function readAsTyped(field: string, typed: string): FieldReading {
  const { value, notes } = clean(typed, bareCodeSteps)
  if (value.length > longestAsTyped) return faulty(tooLong(field, fieldLabel(field), longestAsTyped))
  return sentField(field, value, notes)
}

export function readEmail(field: string, typed: string): FieldReading {
  const { value, notes } = clean(typed, bareCodeSteps)
  if (emailPattern.test(value)) return sentField(field, value, notes, { warnings: mailDoubts(field, value) })
  return invalidField(field, 'not_an_email', { given: value })
}

export function readUrl(field: string, typed: string): FieldReading {
  const { value, notes } = clean(typed, bareCodeSteps)
  const why = addressFault(value)
  return why === undefined ? sentField(field, value, notes) : invalidField(field, 'not_a_url', { given: value, why })
}

/** One @ between a name and a domain with a dot; what mail servers take beyond that is theirs to say. */
export const emailPattern = /^[^\s@"]+@[^\s@.]+(?:\.[^\s@.]+)+$/u
