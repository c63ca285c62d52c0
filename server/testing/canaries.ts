import { createHash } from 'node:crypto'
import { fieldUses, matchingNumbers } from '#shared/payout/field-uses.ts'
import { type FieldName, fieldNames, fieldOf, isSecretField } from '#shared/payout/fields.ts'
import type { NamedNumber } from '#shared/rule-book/country.ts'
import { type SampleEntry, sampleEntries } from '#shared/testing/sample-entries.ts'

/** Values by field. */
export type Canaries = Readonly<Record<string, string>>

/** A country and method for each set of fields that can be filled freely. */
export function samplesWithCanaries(): readonly SampleEntry[] {
  const fieldsOf = (sample: SampleEntry) => Object.keys(canariesOf(sample, 0)).join()
  return sampleEntries.filter(
    (sample, place) => sampleEntries.findIndex((other) => fieldsOf(other) === fieldsOf(sample)) === place,
  )
}

/**
 * A value for every field that a country and its method take in free writing, found nowhere else: each has the documented shape, and
 * `turn` makes other values for the fields of the payment. Codes of closed lists do not reveal who is paid and stay as in the sample.
 */
export function canariesOf(sample: SampleEntry, turn: number): Canaries {
  return Object.fromEntries(
    fieldNames.flatMap((field) => {
      const seed = `${sample.name} ${field} ${fieldOf(field).of === 'payment' ? turn : ''}`
      const canary = field.startsWith('validation') ? besideEntry(field, seed) : inEntry(field, sample, seed)
      return canary === undefined ? [] : [[field, canary] as const]
    }),
  )
}

/** What of a canary must be found nowhere: of an e-mail and an address the part that is not common to all. */
export function traceOf(field: string, canary: string): string {
  if (field === 'email') return canary.slice(1, canary.indexOf('@'))
  return (canary.startsWith('https://') ? canary.slice(canary.lastIndexOf('/') + 1) : canary).toLowerCase()
}

/** The text, and what it contains in base64 or hexadecimal, decoded. */
export function withDecoded(text: string): string {
  const base64 = (text.match(/[\w+/-]{16,}/g) ?? []).flatMap((run) =>
    [0, 1, 2, 3].map((skipped) => Buffer.from(run.slice(skipped), 'base64').toString('latin1')),
  )
  const hexadecimal = (text.match(/[0-9a-f]{16,}/gi) ?? []).flatMap((run) =>
    [0, 1].map((skipped) => Buffer.from(run.slice(skipped), 'hex').toString('latin1')),
  )
  return [text, ...base64, ...hexadecimal].join('\n')
}

function inEntry(field: FieldName, { country, method, entry }: SampleEntry, seed: string): string | undefined {
  const use = fieldUses(country, method)[field]
  if (use.use !== 'asked') return undefined
  switch (use.rule.kind) {
    case 'name':
    case 'text':
    case 'as-typed':
      return `Q${lettersOf(seed)}`
    case 'email':
      return `q${lettersOf(seed)}@example.com`
    case 'url':
      return `https://example.com/${lettersOf(seed)}`
    case 'pix-key':
      return uuidOf(seed)
    case 'number': {
      const given = Object.fromEntries(Object.entries(entry).filter(([, value]) => typeof value === 'string'))
      const [rule] = matchingNumbers(use.rule.numbers, given)
      return rule && numberOf(rule, seed)
    }
    default:
      return undefined
  }
}

/** What is asked for a validation is a number where it is secret, else a code. */
function besideEntry(field: string, seed: string): string | undefined {
  return isSecretField(field) ? digitsOf(seed, 11) : undefined
}

/** The longest number that a rule takes; all alphabets have digits. */
function numberOf({ shape: { lengths, startsWith = '' } }: NamedNumber, seed: string): string {
  return startsWith + digitsOf(seed, (lengths.at(-1) ?? 12) - startsWith.length)
}

function digitsOf(seed: string, length: number): string {
  return (BigInt(`0x${hexOf(seed)}`).toString() + BigInt(`0x${hexOf(`${seed}.`)}`).toString()).slice(1, length + 1)
}

function lettersOf(seed: string): string {
  return [...hexOf(seed).slice(0, 14)].map((digit) => 'bcdfghjklmnprstv'[Number.parseInt(digit, 16)]).join('')
}

function uuidOf(seed: string): string {
  return hexOf(seed).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

function hexOf(seed: string): string {
  return createHash('sha256').update(seed).digest('hex')
}
