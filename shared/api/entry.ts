import * as z from 'zod/mini'
import { completeEntry } from '#shared/payout/entry.ts'
import { idText } from './texts.ts'

/** An entry as it is sent to the server: the interface's field names, values of any kind, which the one reader reads (shared/payout). */
export const givenEntrySchema = z.record(z.string(), z.unknown())

/** An entry as the server answers it, blank fields left out; complete once it is parsed. */
export const entrySchema = z.pipe(
  z.record(z.string(), z.union([z.string(), z.boolean()])),
  z.transform((found) => completeEntry(found)),
)

/** The secret fields that are filled, each by its end alone. */
export const maskedFieldsSchema = z
  .record(z.string(), z.string().check(z.regex(/…/)))
  .check(
    z.describe(
      'Of each secret field that is filled and hidden an ellipsis and its last four characters, …4705; of eight or fewer the last two; of an e-mail address q…@example.com.',
    ),
  )

export type MaskedFields = z.infer<typeof maskedFieldsSchema>

/** An entry as a person sees it who may not see all of it: what is hidden is left out of `entry`, and in `masked` by its end. */
export const hiddenPart = { entry: entrySchema, masked: maskedFieldsSchema }

/** The id that the merchant's own system has for a beneficiary, as it is: upper and lower case differ. */
export const externalIdText = z.string().check(z.regex(/^[!-~]{1,200}$/), z.describe('Visible ASCII characters.'))

/** `once`: other details than the saved ones are for this payout alone; else they become the saved ones. */
const once = z.optional(z.boolean())

/** Whom a payout pays, in the version that its author saw. */
export const paidBeneficiarySchema = z.strictObject({ id: idText, version: z.number(), once })

/** The same as a write names them: or by their `externalId`, as they are saved when it arrives. */
export const namedBeneficiarySchema = z.union([
  paidBeneficiarySchema,
  z.strictObject({ externalId: externalIdText, once }),
])

/** The warnings that the person has confirmed, each by its id (warningId) and, where the person gave one, with the reason. */
export const warningConfirmationsSchema = z
  .array(
    z.strictObject({
      warningId: z.string().check(z.maxLength(2_000)),
      reason: z.optional(z.string().check(z.maxLength(2_000))),
    }),
  )
  .check(z.maxLength(100))

export type WarningConfirmations = z.infer<typeof warningConfirmationsSchema>

/** The unfinished form that ends with a write. Without the revision, or where another device has saved a newer one since, the form stays. */
export const endedDraftSchema = z.strictObject({ id: idText, revision: z.optional(z.number()) })
