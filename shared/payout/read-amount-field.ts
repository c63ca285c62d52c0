import { type Issue, issueOn } from '#shared/api/issue.ts'
import { decimalsOf } from '#shared/countries/rule-book.ts'
import { type AmountReading, decimalPlaces, readAmount } from './amount.ts'
import { fieldLabel } from './field-label.ts'
import { type FieldReading, faulty, sent } from './field-reading.ts'
import type { FieldContext } from './read-field.ts'
import { wrongType } from './wrong-type.ts'

/** Reads the amount; decimals that the currency lacks draw a warning (ISO 4217), and 1.000 is asked back or doubted. */
export function readAmountField(field: string, raw: unknown, context: FieldContext): FieldReading {
  if (typeof raw !== 'string' && typeof raw !== 'number')
    return faulty(wrongType(field, fieldLabel(field), 'decimal', raw))
  const currency = context.given.currencyCode ?? context.country?.currency
  const reading = readAmount(raw, currency)
  if (!reading.ok) return faulty({ field, ...reading.error })
  const asked = grouped(field, reading)
  const fine = tooFine(field, reading.text, currency)
  const { isTypedByPerson } = context
  const read = sent(field, Number(reading.text), reading.notes, {
    warnings: isTypedByPerson ? fine : [...asked, ...fine],
  })
  return isTypedByPerson ? { ...read, errors: asked } : read
}

function grouped(field: string, { looksGrouped, text }: Extract<AmountReading, { ok: true }>): readonly Issue[] {
  if (!looksGrouped) return []
  return [issueOn(field, 'amount_looks_grouped', { value: text })]
}

function tooFine(field: string, text: string, currency: string | undefined): readonly Issue[] {
  const decimals = decimalsOf(currency)
  if (currency === undefined || decimals === undefined || decimalPlaces(text) <= decimals) return []
  const places = decimalPlaces(text)
  return [issueOn(field, 'too_many_decimals', { currency, decimals, value: text, places })]
}
