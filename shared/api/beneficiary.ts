import * as z from 'zod/mini'
import {
  endedDraftSchema,
  externalIdText,
  givenEntrySchema,
  hiddenPart,
  maskedFieldsSchema,
  warningConfirmationsSchema,
} from './entry.ts'
import { refusalSchema } from './payout.ts'
import { personSchema } from './session.ts'
import { idText, storedText } from './texts.ts'
import { warningSchema } from './warning.ts'

export const beneficiaryStatuses = ['active', 'archived'] as const

/** A beneficiary as lists and screens show it: what is encrypted only masked. ETag: `"version"`. Times: ISO 8601 in UTC. */
export const beneficiarySchema = z.object({
  id: z.string(),
  version: z.number(),
  status: z.enum(beneficiaryStatuses),
  /** First and last name as typed; "Erased" after an erasure. */
  name: z.string(),
  country: z.string(),
  method: z.string(),
  beneficiaryType: z.string(),
  documentType: z.string(),
  bankName: z.string(),
  payoutAccountTypeCode: z.string(),
  city: z.string(),
  masked: maskedFieldsSchema,
  /** The id that the merchant's own system has for them; null without one. */
  externalId: z.nullable(z.string()),
  createdAt: z.string(),
  createdBy: personSchema,
  updatedAt: z.string(),
  updatedBy: personSchema,
  lastPayoutAt: z.nullable(z.string()),
  erasedAt: z.nullable(z.string()),
  /** What opening it answers where its entry was changed past the app: then nothing here can be believed. Null for all others. */
  tampered: z.nullable(refusalSchema),
})

export type Beneficiary = z.infer<typeof beneficiarySchema>

/** GET /api/beneficiaries/{id}. */
export const oneBeneficiarySchema = z.object({
  ...beneficiarySchema.shape,
  /** Where the last exported payout, or one in review or approved, has other identifying details: a warning `details_changed` for each. */
  detailsChanged: z.array(warningSchema),
  /** The secret fields that the asking person can see in full: all of them who reviews, those that they typed who enters. */
  revealable: z.array(z.string()),
})

export type OneBeneficiary = z.infer<typeof oneBeneficiarySchema>

/** POST /api/beneficiary-searches. What is searched may be a name or a number, so it travels in the body, never in an address. */
export const beneficiarySearchSchema = z.strictObject({
  /** Beginnings of words of the name (accents and case ignored), a whole document number, or the last four digits of a document, an account or a Pix key. */
  text: z.optional(storedText.check(z.maxLength(200))),
  country: z.optional(idText),
  status: z.optional(z.enum(beneficiaryStatuses)),
  /** `false`: without the sample data, unless a text is searched. */
  samples: z.optional(z.boolean()),
  /** From nextCursor of the page before. */
  cursor: z.optional(z.string().check(z.maxLength(1_000))),
  /** 1 to 100; 50 when left out. */
  limit: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(100))),
})

export type BeneficiarySearch = z.infer<typeof beneficiarySearchSchema>

/** In the order of names. `nextCursor` is null on the last page. */
export const beneficiaryPageSchema = z.object({
  items: z.array(beneficiarySchema),
  nextCursor: z.nullable(z.string()),
})

/** GET /api/beneficiaries. */
export const externalIdQuerySchema = z.strictObject({ externalId: externalIdText })

/**
 * POST /api/beneficiaries (201, Idempotency-Key) and PUT /api/beneficiaries/{id} (If-Match). Warnings of the rule book and of
 * the saved beneficiaries (same document, same account) must be confirmed by their keys, else WARNINGS_UNCONFIRMED lists them.
 */
export const beneficiaryWriteSchema = z.strictObject({
  /** Without the fields of the payment. PUT: a field that is left out stays as it is saved; one that is sent blank is emptied. */
  entry: givenEntrySchema,
  /** The id that your own system has for them, which no other has (409 EXTERNAL_ID_TAKEN). Once given it stays: PUT gives one to who has none. */
  externalId: z.optional(z.nullable(externalIdText)),
  confirmed: warningConfirmationsSchema,
  draft: z.optional(endedDraftSchema),
})

export type BeneficiaryWrite = z.infer<typeof beneficiaryWriteSchema>

/** Every write of a beneficiary answers this, with the version as ETag: for the rest there is GET. */
export const beneficiaryReceiptSchema = z.object({ id: z.string(), version: z.number() })

/** GET /api/beneficiaries/{id}/entry: what an edit begins with. Nothing secret is in it: what an edit leaves out stays as it is. */
export const beneficiaryFormSchema = z.object({ version: z.number(), ...hiddenPart })

/**
 * POST /api/beneficiaries/{id}/reveal: in clear what the person may see in full, of the version named; the rest is in `masked`. Recorded.
 * `purpose` says why.
 */
export const revealSchema = z.strictObject({ purpose: z.enum(['view', 'edit', 'pay']) })

export const revealedSchema = z.object({ version: z.number(), ...hiddenPart })

/** What is known of one check, no matter who looks at it. */
export const validationFactsSchema = z.object({
  id: z.string(),
  service: z.enum(['identity', 'bank']),
  /** OK, NOK, NOT_VALIDATED; or the code of the problem. */
  outcome: z.string(),
  /** Whether the provider ran it; null where that is not known. */
  ran: z.nullable(z.boolean()),
  reason: z.nullable(z.string()),
  correlationId: z.nullable(z.string()),
  requestId: z.string(),
  attempts: z.number(),
  testMode: z.boolean(),
  at: z.string(),
})

const pastValidationSchema = z.object({ ...validationFactsSchema.shape, by: z.nullable(personSchema) })

export type PastValidation = z.infer<typeof pastValidationSchema>

/**
 * GET /api/payouts/{id}/validations: those asked with exactly the details that the payout keeps. POST /api/validation-searches: those asked
 * with exactly the details of an entry. Newest first.
 */
export const pastValidationsSchema = z.object({ items: z.array(pastValidationSchema) })

export const validationSearchSchema = z.strictObject({ entry: givenEntrySchema })

/** POST /api/beneficiaries/{id}/validations (Idempotency-Key): the beneficiary as they are saved, so that nothing of them is revealed. */
export const beneficiaryValidationWriteSchema = z.strictObject({
  service: z.enum(['identity', 'bank']),
  testMode: z.optional(z.boolean()),
})

export type BeneficiaryValidationWrite = z.infer<typeof beneficiaryValidationWriteSchema>

/** One validation of a beneficiary. GET /api/beneficiaries/{id}/validations, newest first. */
const savedValidationSchema = z.object({
  ...pastValidationSchema.shape,
  /** Whether it was asked with exactly the details that the beneficiary has now. */
  isCurrent: z.boolean(),
})

export type SavedValidation = z.infer<typeof savedValidationSchema>

export const savedValidationsSchema = z.object({ items: z.array(savedValidationSchema) })

/** POST /api/payout-warnings and the answers that list warnings. */
export const warningsSchema = z.object({ warnings: z.array(warningSchema) })

/** The formats of GET /api/beneficiary-file. */
export const beneficiaryFileFormats = ['csv', 'xlsx'] as const

export type BeneficiaryFileFormat = (typeof beneficiaryFileFormats)[number]
