import * as z from 'zod/mini'
import { beneficiaryReceiptSchema, beneficiarySchema, validationFactsSchema } from './beneficiary.ts'
import { entrySchema } from './entry.ts'
import { exportFormats } from './export.ts'
import { payoutStates } from './payout.ts'
import { payoutRequestSchema } from './payout-preview.ts'
import { personSchema } from './session.ts'

/**
 * POST /api/beneficiaries/{id}/personal-data: all that is held about one person, in clear, as a file to hand over; recorded. Staff are
 * named by their ids alone.
 */
export const personalDataSchema = z.object({
  madeAt: z.string(),
  madeBy: personSchema,
  beneficiary: beneficiarySchema,
  /** Null once erased, as in the payouts. */
  entry: z.nullable(entrySchema),
  /** All that they have had, the oldest first; blank where one was removed. */
  phoneNumbers: z.array(z.object({ number: z.string(), at: z.string(), by: z.string() })),
  payouts: z.array(
    z.object({
      id: z.string(),
      state: z.enum(payoutStates),
      beneficiaryVersion: z.number(),
      amount: z.string(),
      currencyCode: z.string(),
      externalReference: z.string(),
      createdAt: z.string(),
      updatedAt: z.string(),
      submittedAt: z.nullable(z.string()),
      decidedAt: z.nullable(z.string()),
      exportedAt: z.nullable(z.string()),
      entry: z.nullable(entrySchema),
      request: z.nullable(payoutRequestSchema),
      confirmedWarnings: z.unknown(),
      comment: z.nullable(z.string()),
      /** What became of it, as the merchant has stated. */
      outcomes: z.array(
        z.object({ outcome: z.string(), at: z.string(), by: z.string(), words: z.nullable(z.string()) }),
      ),
    }),
  ),
  validations: z.array(z.object({ ...validationFactsSchema.shape, by: z.nullable(z.string()) })),
  /** The files that the person's data went out with; the activity shows who downloaded one. */
  exports: z.array(z.object({ id: z.string(), at: z.string(), by: z.string(), format: z.enum(exportFormats) })),
  /** Unfinished forms, of who asks, that name the person, or hold the document or the account. */
  drafts: z.array(z.object({ kind: z.string(), updatedAt: z.string(), content: z.unknown() })),
  /** How many such forms others have, which are shown to no one else. */
  draftsOfOthers: z.number(),
  activity: z.array(
    z.object({
      at: z.string(),
      by: z.nullable(z.string()),
      action: z.string(),
      thing: z.object({ type: z.string(), id: z.string() }),
      facts: z.unknown(),
    }),
  ),
})

/** POST /api/beneficiaries/{id}/erase (If-Match): it cannot be undone, so the body has to confirm it. */
export const eraseSchema = z.strictObject({ confirm: z.literal(true) })

/** What an erasure answers. */
export const erasedSchema = z.object({
  ...beneficiaryReceiptSchema.shape,
  /** How many unfinished forms of others may still be about the person: each is deleted 30 days after its last change. */
  draftsOfOthers: z.number(),
  /** Whether remains in the file of the database are still being overwritten, which may take seconds. */
  isCompacting: z.boolean(),
})
