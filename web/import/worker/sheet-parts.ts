import * as z from 'zod/mini'
import { warningConfirmationsSchema } from '#shared/api/entry.ts'
import { paramsSchema } from '#shared/api/issue.ts'
import type { IssueCode } from '#shared/api/issue-codes.ts'
import { isSheetField, type SheetField } from '#shared/import/sheet-field.ts'
import type { ImportRow } from '../protocol.ts'
import type { PartContent, RefusedPayout } from '../worker-calls.ts'

/** Rows saved in one part: with more, a change of one cell would send more than a browser sends for a page that is closing. */
const rowsOfPart = 100

/** The rows that have to be saved. */
export interface UnsavedParts {
  readonly touch: (place: number) => void
  readonly touchAll: () => void
  readonly touchParts: (parts: readonly number[]) => void
  readonly any: () => boolean
  /** Takes parts with at most this many rows in all. */
  readonly take: (mostRows: number) => readonly PartContent[]
}

export function createUnsavedParts(rows: readonly ImportRow[]): UnsavedParts {
  const unsaved = new Set<number>()
  return {
    touch: (place) => void unsaved.add(Math.floor(place / rowsOfPart)),
    touchAll() {
      for (let part = 0; part * rowsOfPart < rows.length; part += 1) unsaved.add(part)
    },
    touchParts(parts) {
      for (const part of parts) unsaved.add(part)
    },
    any: () => unsaved.size > 0,
    take(mostRows) {
      const taken = [...unsaved].slice(0, Math.floor(mostRows / rowsOfPart))
      for (const part of taken) unsaved.delete(part)
      return taken.map((part) => ({
        part,
        rows: rows.slice(part * rowsOfPart, (part + 1) * rowsOfPart).map(savedRow),
      }))
    },
  }
}

/** The saved form of a row: without blanks, and without what is read again. */
function savedRow({ row, edit, replaces, refusedFor, savedId, refusal }: ImportRow) {
  const { cells, damage, confirmed, isSkipped } = edit
  return {
    row,
    cells,
    ...(damage.length > 0 && { damage }),
    ...(confirmed.length > 0 && { confirmed }),
    ...(isSkipped && { isSkipped }),
    ...(replaces !== undefined && { replaces }),
    ...(refusedFor !== undefined && { refusedFor }),
    ...(savedId !== undefined && { savedId }),
    ...(refusal !== undefined && { refusal }),
  }
}

const fieldSchema = z.custom<SheetField>((value) => typeof value === 'string' && isSheetField(value))

/** The codes and params were valid when they were saved. */
const issueSchema = z.object({ field: z.string(), code: z.custom<IssueCode>(isText), params: paramsSchema })

const damageSchema = z.object({
  field: fieldSchema,
  kind: z.string(),
  probable: z.pipe(
    z.optional(z.string()),
    z.transform((text) => text),
  ),
  accepted: z.boolean(),
  bank: z.optional(z.string()),
  column: z.optional(z.string()),
  taken: z.optional(z.enum(['probable', 'as_it_is', 'typed'])),
  takenBefore: z.optional(z.enum(['probable', 'as_it_is'])),
  given: z.optional(z.string()),
  longer: z.optional(z.object({ digits: z.number(), rows: z.number(), withZero: z.number() })),
})

const rowSchema = z.object({
  row: z.number(),
  cells: z.record(z.string(), z.string()),
  damage: z.optional(z.array(damageSchema)),
  confirmed: z.optional(warningConfirmationsSchema),
  isSkipped: z.optional(z.boolean()),
  replaces: z.optional(z.string()),
  refusedFor: z.optional(z.string()),
  savedId: z.optional(z.string()),
  refusal: z.optional(
    z.object({ code: z.string(), errors: z.array(issueSchema), warnings: z.optional(z.array(issueSchema)) }),
  ),
})

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

/** A row from its saved form. Throws where it is not one. */
export function restoredRow(saved: unknown): ImportRow {
  const { row, cells, damage = [], confirmed = [], isSkipped = false, ...kept } = rowSchema.parse(saved)
  return { row, edit: { cells: cellsOf(Object.entries(cells)), damage, confirmed, isSkipped }, ...kept }
}

/** The row of a payout that is paid again. */
export function refusedRow({ payoutId, entry, words }: RefusedPayout, place: number): ImportRow {
  const cells = cellsOf(Object.entries(entry).map(([field, value]) => [field, String(value)]))
  const refusedFor = words ?? undefined
  return {
    row: place + 1,
    replaces: payoutId,
    refusedFor,
    edit: { cells, damage: [], confirmed: [], isSkipped: false },
  }
}

function cellsOf(texts: readonly (readonly [field: string, text: string])[]): ImportRow['edit']['cells'] {
  const cells: Partial<Record<SheetField, string>> = {}
  for (const [field, text] of texts) if (isSheetField(field) && text !== '') cells[field] = text
  return cells
}
