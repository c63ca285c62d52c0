import * as z from 'zod/mini'

/** The most rows that one part takes. */
const mostRows = 500

const revision = z.number().check(z.int(), z.minimum(0))

const part = z.number().check(z.int(), z.minimum(0), z.maximum(5_000))

/**
 * PUT /api/batches/{id}/sheet: what a page has to know of its sheet before it shows the rows, as the page keeps it. If-None-Match: * begins the
 * sheet, then If-Match with the revision.
 */
export const sheetHeadSchema = z.strictObject({
  /** At most 64 KiB as JSON. */
  head: z.unknown(),
})

/** One row as the page keeps it. The server reads its number and its cells alone: whom it pays has to be found by it. */
export const sheetRowSchema = z.looseObject({
  row: z.number().check(z.int(), z.positive()),
  cells: z.record(z.string(), z.string()),
})

export type SheetRowContent = z.infer<typeof sheetRowSchema>

/** PUT /api/batches/{id}/sheet/parts: rows of a sheet; all parts of one request are saved, or none. */
export const sheetPartsWriteSchema = z.strictObject({
  parts: z
    .array(
      z.strictObject({
        part,
        /** That it follows; 0: it is new. 412 when another tab or device saved it since. */
        revision,
        rows: z.array(sheetRowSchema).check(z.maxLength(mostRows)),
      }),
    )
    .check(z.minLength(1), z.maxLength(100)),
})

export type SheetPartsWrite = z.infer<typeof sheetPartsWriteSchema>

/** What a write of the head or of parts answers. */
export const sheetReceiptSchema = z.object({ revision, updatedAt: z.string() })

export const sheetPartsReceiptSchema = z.object({
  parts: z.array(z.object({ part, revision })),
  updatedAt: z.string(),
})

/** GET /api/batches/{id}/sheet: the head, and which parts there are. */
export const sheetSchema = z.object({
  id: z.string(),
  revision,
  updatedAt: z.string(),
  head: z.unknown(),
  parts: z.array(z.object({ part, revision })),
})

export type SavedSheet = z.infer<typeof sheetSchema>

/**
 * GET /api/batches/{id}/sheet/parts?from=: some parts from a number on, in their order. `next` is null after the last. `saved`: what
 * their rows have made by now, a payout or a beneficiary, also where the browser that saved them could no longer note it in the sheet.
 */
export const sheetPartsSchema = z.object({
  parts: z.array(z.object({ part, revision, rows: z.array(sheetRowSchema) })),
  saved: z.array(z.object({ row: z.number(), id: z.string() })),
  next: z.nullable(part),
})

export type SavedSheetParts = z.infer<typeof sheetPartsSchema>

export const sheetPartsSearchSchema = z.strictObject({ from: z.optional(z.string().check(z.regex(/^\d{1,4}$/))) })

/** GET /api/sheets: the unfinished sheets of the person, the last changed first. */
export const sheetsSchema = z.object({
  items: z.array(z.object({ batchId: z.string(), name: z.string(), updatedAt: z.string() })),
})
