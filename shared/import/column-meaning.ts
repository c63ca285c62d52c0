import * as z from 'zod/mini'
import { accountKinds } from '#shared/rule-book/country.ts'
import { sheetFieldSchema } from './sheet-field.ts'

/** The order of the parts in a cell with a whole name; before a comma is the last name in either. */
const nameOrders = ['first-last', 'last-first'] as const

export type NameOrder = (typeof nameOrders)[number]

/**
 * What a heading says of every value below it, beside the field: `labels` name documents or numbers of the rule book (CLABE, RUT), `kind` an
 * account. Where a row leaves the type of its document or account open, it follows from this, and the row says so.
 */
const impliedSchema = z.object({
  labels: z.optional(z.array(z.string())),
  kind: z.optional(z.enum(accountKinds)),
  currency: z.optional(z.string()),
})

export type ImpliedValues = z.infer<typeof impliedSchema>

/** What a column of a file becomes. A corrected one is remembered for the layout of its file. */
export const columnMeaningSchema = z.discriminatedUnion('as', [
  z.object({ as: z.literal('field'), field: sheetFieldSchema, implied: z.optional(impliedSchema) }),
  z.object({ as: z.literal('full-name'), order: z.enum(nameOrders) }),
  z.object({ as: z.literal('bank-and-account') }),
  z.object({ as: z.literal('agency-and-account') }),
  z.object({ as: z.literal('ignore') }),
])

export type ColumnMeaning = z.infer<typeof columnMeaningSchema>

export const ignored: ColumnMeaning = { as: 'ignore' }
