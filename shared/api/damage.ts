import * as z from 'zod/mini'
import { fieldNames } from '#shared/payout/fields.ts'
import { readableText, storedText } from './texts.ts'

/** What spreadsheets do to codes and numbers that they take for something else. */
export const damageCodes = [
  /** 6.4618E+17 */
  'exponent',
  /** More than fifteen digits, of which the last are zeros. */
  'digits_zeroed',
  /** 12 where codes are 0012. */
  'zeros_lost',
  /** A text that is shorter than the others of its column, in a way that shows that zeros before it are probably gone. */
  'zeros_missing',
  /** A number in a column of codes of any length: zeros before it would be gone. */
  'stored_as_number',
  /** 1-2 or DEC1 */
  'date',
  /** 12345678901.0 */
  'decimals',
  /** A telephone as a number. */
  'plus_lost',
  /** 12,345,678 */
  'grouped',
  /** #N/A, or ##### for a column that was too narrow. */
  'error_value',
  /** Broken in the file itself: a zero byte, a line of JSON that breaks off. */
  'unreadable',
  /** Two columns for one field that say different things. */
  'columns_differ',
] as const

export type DamageCode = (typeof damageCodes)[number]

/** Whether a person can say that the cell is as it should be. Of the others the text itself is no value: the readers would take 12.0 for 120. */
export function mayStay(code: DamageCode): boolean {
  return ['digits_zeroed', 'zeros_lost', 'zeros_missing', 'stored_as_number', 'plus_lost', 'columns_differ'].includes(
    code,
  )
}

/**
 * What a person decided about damage of one kind in a column and country, and bank where that decides what an account looks like: that the probable originals are right, or that the cells are as they should be. Values are not
 * part of it, so that the audit log can have it in clear.
 */
export const acceptedDamageSchema = z.strictObject({
  /** The heading of the column; of one without, its number. */
  column: readableText.check(z.maxLength(200)),
  field: z.enum(['method', ...fieldNames]),
  code: z.enum(damageCodes),
  /** Left out where the rows name none that is known. */
  country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  bank: z.optional(readableText.check(z.maxLength(50))),
  taken: z.enum(['probable', 'as_it_is']),
  count: z.number().check(z.int(), z.minimum(1), z.maximum(50_000)),
})

export type AcceptedDamage = z.infer<typeof acceptedDamageSchema>

/**
 * What a person decided about one damaged value of a row: that it is `from`, as the file has it, or what the row has instead. Saved with the payout,
 * encrypted, so that its reviewers see it.
 */
export const decidedDamageSchema = z.strictObject({
  field: z.enum(fieldNames),
  column: readableText.check(z.maxLength(200)),
  from: storedText.check(z.minLength(1), z.maxLength(200)),
  /** `typed`: neither is right, and the person typed another value. */
  taken: z.enum(['probable', 'as_it_is', 'typed']),
})

export type DecidedDamage = z.infer<typeof decidedDamageSchema>

/** POST /api/batches/{id}/accepted-damage: recorded in the audit log, with who decided it. */
export const acceptedDamagesSchema = z.strictObject({
  accepted: z.array(acceptedDamageSchema).check(z.minLength(1), z.maxLength(200)),
})
