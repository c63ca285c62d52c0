import * as z from 'zod/mini'
import { externalIdText, givenEntrySchema } from './entry.ts'
import { idText, longestText, storedText } from './texts.ts'

/**
 * POST /api/payout-warnings: every warning that saving would raise, for the form. `beneficiaryId`, or `externalId`, is which saved beneficiary it pays: fields of
 * theirs that the entry leaves out are filled in, and told by their ends alone. `payoutId` is the payout that is edited, `replaces` the one that a new
 * one replaces: what these keep of the beneficiary is filled in before. Answers warningsSchema;
 * what has errors is read as far as it can be.
 */
export const payoutWarningsSchema = z.strictObject({
  entry: givenEntrySchema,
  beneficiaryId: z.optional(idText),
  externalId: z.optional(externalIdText.check(z.describe('In place of beneficiaryId, never beside it.'))),
  payoutId: z.optional(idText),
  replaces: z.optional(
    idText.check(z.describe('Of a payout that is edited, by its payoutId, what it replaces stays.')),
  ),
  /** As in `beneficiary` of a write. */
  once: z.optional(z.boolean()),
})

export type PayoutWarningsQuestion = z.infer<typeof payoutWarningsSchema>

/** POST /api/payout-references: which other payout has a reference, so that the form can say it while it is typed. */
export const referenceQuestionSchema = z.strictObject({
  externalReference: storedText.check(z.maxLength(longestText)),
  /** The payout that is edited. */
  payoutId: z.optional(idText),
})

export const referenceHolderSchema = z.object({ payoutId: z.nullable(z.string()) })
