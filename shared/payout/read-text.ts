import { bareCodeSteps, clean, textSteps } from '#shared/rule-book/cleaning.ts'
import { codePointOf, strayLetterIn } from '#shared/rule-book/look-alikes.ts'
import { type FieldContext, type FieldReading, refused, sent } from './field-reading.ts'
import { mailDoubts } from './mail-doubts.ts'
import { nameDoubts } from './name-doubts.ts'
import { addressFault } from './web-address.ts'

/** Reads a name: any letters, but of one script within a word. One that looks like none draws a warning, never a cut. */
export function readName(field: string, typed: string, { country, given }: FieldContext): FieldReading {
  const { value, notes } = clean(typed, textSteps)
  const letter = strayLetterIn(value)
  if (letter !== undefined) return refused(field, 'mixed_letters', { letter, codePoint: codePointOf(letter) })
  return sent(field, value, notes, { warnings: nameDoubts(field, value, country, given) })
}

export function readText(field: string, typed: string): FieldReading {
  const { value, notes } = clean(typed, textSteps)
  return sent(field, value, notes)
}

/** A value whose form the interface does not show: only what stands around it goes. */
export function readAsTyped(field: string, typed: string): FieldReading {
  const { value, notes } = clean(typed, bareCodeSteps)
  return sent(field, value, notes)
}

export function readEmail(field: string, typed: string): FieldReading {
  const { value, notes } = clean(typed, bareCodeSteps)
  if (emailPattern.test(value)) return sent(field, value, notes, { warnings: mailDoubts(field, value) })
  return refused(field, 'not_an_email', { given: value })
}

export function readUrl(field: string, typed: string): FieldReading {
  const { value, notes } = clean(typed, bareCodeSteps)
  const why = addressFault(value)
  return why === undefined ? sent(field, value, notes) : refused(field, 'not_a_url', { given: value, why })
}

/** One @ between a name and a domain with a dot; what mail servers take beyond that is theirs to say. */
export const emailPattern = /^[^\s@"]+@[^\s@.]+(?:\.[^\s@.]+)+$/u
