import fc from 'fast-check'
import type { FieldName } from '#shared/payout/fields.ts'
import type { SampleEntry } from './sample-entries.ts'

/**
 * The sample entry as people might have typed or pasted it: spaces around, numbers grouped, capitals and small letters,
 * characters that cannot be seen. Whatever comes, it means the sample. Only tests use this file.
 */
export function noisyEntry({ country, entry }: SampleEntry): fc.Arbitrary<Readonly<Record<string, string | boolean>>> {
  const isAsTyped = (field: string) => (country.undocumented ?? []).some((name) => name === field)
  const fields = Object.entries(entry).map(
    ([field, value]) => [field, isAsTyped(field) ? padded(fc.constant(value)) : noisyValue(field, value)] as const,
  )
  return fc.record(Object.fromEntries(fields))
}

const around = fc.constantFrom('', '', ' ', '\t', '\u00a0', '\u200b', ' \u2060')

const between = fc.constantFrom('', '', '', ' ', '.', '\u00a0', '\u202f')

const dashes = fc.constantFrom('-', '\u2010', '\u2013', '\u2212')

function noisyValue(field: string, value: string | boolean): fc.Arbitrary<string | boolean> {
  if (typeof value === 'boolean') return fc.constant(value)
  return padded(noisyText(field, value))
}

function padded(value: fc.Arbitrary<string | boolean>): fc.Arbitrary<string> {
  return fc.tuple(around, value, around).map((pieces) => pieces.join(''))
}

function noisyText(field: string, value: string): fc.Arbitrary<string> {
  if (anyCase.includes(field)) return eitherCase(value)
  if (grouped.includes(field)) return labelled(separated(value, between))
  if (field === 'accountNumber' && value !== '-') return labelled(separated(value, fc.oneof(between, dashes)))
  if (field.endsWith('Name') && field.startsWith('beneficiary')) return fc.constant(value.replaceAll(' ', ' \t '))
  if (field === 'amount') return fc.constantFrom(value, `${value}.00`, `0${value}`, `$ ${value},0`)
  return fc.constant(value)
}

const anyCase: readonly string[] = ['country', 'currencyCode'] satisfies FieldName[]

/** Without dashes: what follows one means something in a Peruvian DNI and a Brazilian agency. */
const grouped: readonly string[] = ['documentNumber', 'accountAgencyNumber'] satisfies FieldName[]

function eitherCase(value: string): fc.Arbitrary<string> {
  return fc.constantFrom(value, value.toLowerCase())
}

/** Numbers as they are in a message: with their word before them. */
function labelled(number: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const label = fc.constantFrom('', '', '', 'CPF: ', 'CCI: ', 'Cuenta: ', 'N.º de cuenta:\u00a0')
  return fc.tuple(label, number).map((parts) => parts.join(''))
}

function separated(value: string, separator: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .array(separator, { minLength: value.length, maxLength: value.length })
    .map((separators) => [...value].map((character, place) => character + (separators[place] ?? '')).join(''))
}
