import { type Issue, issueOn } from '#shared/api/issue.ts'
import { bareCodeSteps, clean, textSteps } from '#shared/rule-book/cleaning.ts'
import { codePointOf, strayLetterIn } from '#shared/rule-book/look-alikes.ts'
import { fieldLabel } from './field-label.ts'
import { type FieldReading, refused, sent } from './field-reading.ts'
import { addressFault } from './web-address.ts'

/** Reads a name: any letters, but of one script within a word. Longer than the country's banks usually print draws a warning, never a cut. */
export function readName(field: string, typed: string, longName: number | undefined): FieldReading {
  const { value, notes } = clean(typed, textSteps)
  const letter = strayLetterIn(value)
  if (letter !== undefined) return refused(field, 'mixed_letters', { letter, codePoint: codePointOf(letter) })
  return sent(field, value, notes, { warnings: tooLong(field, value, longName) })
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
  if (emailPattern.test(value)) return sent(field, value, notes)
  return refused(field, 'not_an_email', { given: value })
}

export function readUrl(field: string, typed: string): FieldReading {
  const { value, notes } = clean(typed, bareCodeSteps)
  const why = addressFault(value)
  return why === undefined ? sent(field, value, notes) : refused(field, 'not_a_url', { given: value, why })
}

function tooLong(field: string, value: string, longName: number | undefined): readonly Issue[] {
  // A letter takes one or two places of a text.
  if (longName === undefined || value.length <= longName) return []
  const letters = Array.from(value).length
  if (letters <= longName) return []
  return [issueOn(field, 'long_name', { letters, max: longName, value, label: fieldLabel(field) })]
}

/** One @ between a name and a domain with a dot; what mail servers take beyond that is theirs to say. */
export const emailPattern = /^[^\s@"]+@[^\s@.]+(?:\.[^\s@.]+)+$/u
