import * as z from 'zod/mini'
import { languageCodes } from '#shared/language/languages.ts'
import { itemRefusalSchema, mostAtOnce } from './batch-rows.ts'
import { givenEntrySchema, warningConfirmationsSchema } from './entry.ts'
import { emailText } from './people.ts'
import { personSchema } from './session.ts'
import { idText, readableText, storedText } from './texts.ts'
import { warningSchema } from './warning.ts'

/*
 * Links by which beneficiaries give their own details: what people make and handle inside, and what the page of a payee sends, which answers
 * under an address of its own.
 */

/** `expired` is no state that is saved: a link that still waits for its payee is, once its time is over. */
export const linkStates = [
  'open',
  'opened',
  'submitted',
  'returned',
  'accepted',
  'refused',
  'withdrawn',
  'closed',
  'expired',
] as const

export type LinkState = (typeof linkStates)[number]

/** A link as lists show it. Times: ISO 8601 in UTC. */
export const detailsLinkSchema = z.object({
  id: z.string(),
  state: z.enum(linkStates),
  /** What the clerk calls the payee. */
  name: z.string(),
  language: z.enum(languageCodes),
  country: z.nullable(z.string()),
  /** How they are to be paid. */
  method: z.nullable(z.string()),
  /** The saved beneficiary whose details are asked for, or who came of it. */
  beneficiaryId: z.nullable(z.string()),
  /** What the payee was asked to correct. */
  comment: z.nullable(z.string()),
  madeAt: z.string(),
  madeBy: personSchema,
  expiresAt: z.string(),
  openedAt: z.nullable(z.string()),
  /** Browser and system, in a few words. */
  openedOn: z.nullable(z.string()),
  submittedAt: z.nullable(z.string()),
  /** Changed in the database by someone past the app: nothing else here can be believed, and nothing can be done with it. */
  isTampered: z.boolean(),
})

export type DetailsLink = z.infer<typeof detailsLinkSchema>

/** GET /api/details-links?state=&cursor=: newest first. */
export const detailsLinkPageSchema = z.object({
  items: z.array(detailsLinkSchema),
  nextCursor: z.nullable(z.string()),
})

/** A link lives a week unless its maker says otherwise. */
export const usualLinkDays = 7
const mostLinkDays = 30

/** What a person is offered of them. */
export const linkDayChoices = [1, 3, usualLinkDays, 14, mostLinkDays] as const

const linkDays = z.number().check(z.int(), z.minimum(1), z.maximum(mostLinkDays))

/**
 * POST /api/details-links. `country` is left out where the payee chooses it; with a saved beneficiary it is theirs. `method`: the one of that
 * country which the page begins with; the payee may choose another. `returnUrl`: a page of the merchant's own, at an origin of
 * DETAILS_EMBED_ORIGINS, to which a payee may go on once their details have arrived.
 */
export const detailsLinkWriteSchema = z.strictObject({
  name: readableText.check(z.maxLength(200)),
  language: z.enum(languageCodes),
  country: z.optional(idText),
  method: z.optional(idText),
  beneficiaryId: z.optional(idText),
  days: z.optional(linkDays),
  returnUrl: z.optional(storedText),
})

export type DetailsLinkWrite = z.infer<typeof detailsLinkWriteSchema>

/** A new link with its address, which is shown this once: only a hash of the secret is kept. */
export const newDetailsLinkSchema = z.object({ url: z.string(), details: detailsLinkSchema })

/** POST /api/details-link-lists: each as by itself, or refused by itself. Once more, it makes others: what they hold is kept nowhere to be answered again. */
export const detailsLinkListSchema = z.strictObject({
  links: z.array(detailsLinkWriteSchema).check(z.minLength(1), z.maxLength(mostAtOnce)),
})

/** In the order in which they were asked for. */
export const newDetailsLinksSchema = z.object({
  links: z.array(z.union([newDetailsLinkSchema, z.object({ problem: itemRefusalSchema })])),
})

/** POST /api/details-links/{id}/renew: another secret, and days from now; the former address no longer opens. */
export const linkRenewalSchema = z.strictObject({ days: z.optional(linkDays) })

/** POST /api/details-links/{id}/mail: mails a link to a payee while its maker still has its address, as the app itself keeps none. */
export const linkMailSchema = z.strictObject({ email: emailText, secret: storedText.check(z.maxLength(100)) })

/** Whether the mail server took it. */
export const mailedLinkSchema = z.object({ isSent: z.boolean() })

/** POST /api/details-links/{id}/extend: the same address, and days from now. */
export const linkExtensionSchema = z.strictObject({ days: linkDays })

/** POST /api/details-links/{id}/submission: what the payee sent, in full. Recorded. */
export const submissionSchema = z.object({
  /** Names what was looked at: the payee may send something else until it is accepted. */
  submissionId: z.string(),
  entry: givenEntrySchema,
  warnings: z.array(warningSchema),
  /** The saved beneficiary as of now, and the fields in which what came differs; null where it is about someone new. */
  beneficiary: z.nullable(z.object({ id: z.string(), version: z.number(), differs: z.array(z.string()) })),
})

export type ReceivedSubmission = z.infer<typeof submissionSchema>

/**
 * POST /api/received-details/look: of the newest that came, in full, what is clean: nothing warns of it, and it is about someone new or repeats what is
 * saved. The others are counted, and shown to no one by this. Recorded.
 */
export const cleanDetailsSchema = z.object({
  clean: z.array(z.object({ details: detailsLinkSchema, submission: submissionSchema })),
  left: z.object({
    warned: z.number(),
    /** It differs from what is saved. */
    changed: z.number(),
    /** The rules of today no longer take it, it was decided meanwhile, or it was changed past the app. */
    other: z.number(),
  }),
  /** Whether more wait than were looked at. */
  hasMore: z.boolean(),
})

export type CleanDetails = z.infer<typeof cleanDetailsSchema>

/** What came, as the person who decides saw it: another that took its place meanwhile is a conflict. */
const seen = { submissionId: idText }

/** POST /api/details-links/{id}/accept. Warnings must be confirmed by their keys, else WARNINGS_UNCONFIRMED lists them. */
export const acceptDetailsSchema = z.strictObject({
  ...seen,
  confirmed: warningConfirmationsSchema,
  /** The version of the saved beneficiary that was compared; left out for someone new. */
  version: z.optional(z.number().check(z.int(), z.minimum(1))),
})

/** POST /api/received-details/accept: each as by itself, with no warning confirmed. */
export const acceptManySchema = z.strictObject({
  submissions: z
    .array(z.strictObject({ id: idText, ...z.omit(acceptDetailsSchema, { confirmed: true }).shape }))
    .check(z.minLength(1), z.maxLength(mostAtOnce)),
})

/** In the order in which they were given. */
export const acceptedManySchema = z.object({
  submissions: z.array(
    z.union([
      z.object({ id: z.string(), beneficiaryId: z.string() }),
      z.object({ id: z.string(), problem: itemRefusalSchema }),
    ]),
  ),
})

/** POST /api/details-links/{id}/return: the payee reads the comment when they open the same link again. */
export const returnDetailsSchema = z.strictObject({ ...seen, comment: readableText.check(z.maxLength(500)) })

/** POST /api/details-links/{id}/refuse. */
export const refuseDetailsSchema = z.strictObject(seen)

/** What the payee's page sends with each request: both are in the address, the secret after the `#`. */
const linkKey = { id: idText, secret: storedText.check(z.maxLength(100)) }

/** POST /api/open, at the address of details. */
export const openLinkSchema = z.strictObject(linkKey)

/** What the page of a payee begins with. Nothing that is saved of them is in it but the end of their account. */
export const openedLinkSchema = z.object({
  state: z.enum(['opened', 'submitted', 'returned']),
  /** Who asks, as DETAILS_NAME says it; null where it says nothing. */
  merchant: z.nullable(z.string()),
  /** What DETAILS_PRIVACY_EN and its like say, by the codes of their languages. */
  privacy: z.record(z.string(), z.string()),
  language: z.enum(languageCodes),
  /** The country of the details; null where the payee chooses it. */
  country: z.nullable(z.string()),
  /** The method to begin with; null: the first of the country. */
  method: z.nullable(z.string()),
  /** The last four characters of the account or key that is saved now; null without one. */
  knownEnding: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  expiresAt: z.string(),
})

/**
 * POST /api/submit, at the address of details. The page makes the id: the same once more is the same submission, for a payee who heard no answer;
 * another replaces it until it was accepted.
 */
export const submitDetailsSchema = z.strictObject({ ...linkKey, submissionId: z.uuid(), entry: givenEntrySchema })

/** The number that a payee can name when they ask, and where they may go on; null: nowhere. */
export const submittedDetailsSchema = z.object({
  number: z.string(),
  submittedAt: z.string(),
  returnUrl: z.nullable(z.string()),
})

/** POST /api/close, at the address of details: "this is not me". */
export const closedLinkSchema = z.object({ state: z.literal('closed') })
