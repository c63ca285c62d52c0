import * as z from 'zod/mini'
import { idText } from './texts.ts'

const draftKinds = ['payout', 'beneficiary'] as const

export type DraftKind = (typeof draftKinds)[number]

/**
 * PUT /api/drafts/{id}: keeps an unfinished form of one person; the page makes the id (a UUID). If-None-Match: * the first time, If-Match
 * with the revision after that; 412 when another tab or device saved it since. Answers the new revision as ETag. The 201st of a person is
 * refused (409 TOO_MANY_DRAFTS): nothing that was saved goes within 30 days, but by DELETE (If-Match) or the write that it ends with.
 */
export const draftWriteSchema = z.strictObject({
  kind: z.enum(draftKinds),
  /** The payout or beneficiary that is being edited; null for a new one. */
  subjectId: z.nullable(idText),
  /** The form as the page keeps it; at most 64 KiB as JSON. */
  content: z.unknown(),
})

/** GET /api/drafts/{id}. */
export const draftSchema = z.object({
  id: z.string(),
  kind: z.enum(draftKinds),
  subjectId: z.nullable(z.string()),
  revision: z.number(),
  updatedAt: z.string(),
  content: z.unknown(),
})

export type Draft = z.infer<typeof draftSchema>

/** PUT /api/drafts/{id} answers this. */
export const draftReceiptSchema = z.object({ id: z.string(), revision: z.number(), updatedAt: z.string() })

/** GET /api/drafts: the person's own, newest first, with their content. At most 200. */
export const draftsSchema = z.object({ items: z.array(draftSchema) })
