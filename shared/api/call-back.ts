import * as z from 'zod/mini'
import { personSchema } from './session.ts'
import { idText, readableText, storedText } from './texts.ts'

/** What came of a call. */
export const callBackResults = ['confirmed', 'denied', 'not_reached'] as const

/** From where a number is known that is not a saved one. */
export const numberSources = ['contract', 'website', 'other'] as const

/**
 * Why a call-back proves nothing: the number came with the bank details or after them; it was saved lately by who changed them, or came lately by a
 * details link; the call was before the change, or is yet to come.
 */
const callBackFlaws = ['came_with_change', 'same_author', 'sent_by_link', 'time'] as const

export type CallBackFlaw = (typeof callBackFlaws)[number]

/** POST /api/beneficiaries/{id}/call-backs (If-Match): the details of the version that was seen, or those of a payout, were called back. */
export const callBackWriteSchema = z
  .strictObject({
    /** A payout to the beneficiary that pays to other details than the saved ones. */
    payoutId: z.optional(idText),
    /** The saved phone number that was called: the version of the beneficiary that had it first. */
    phoneVersion: z.optional(z.number().check(z.int(), z.minimum(1))),
    /** Any other number, and from where it is known. */
    number: z.optional(readableText),
    numberFrom: z.optional(z.enum(numberSources)),
    calledAt: z.iso.datetime(),
    result: z.enum(callBackResults),
    /** Whom they spoke to. */
    spokeTo: storedText,
    /** What was confirmed, in a sentence. */
    words: storedText,
  })
  .check(
    z.describe(
      'Either phoneVersion, or number and numberFrom. Unless no one was reached, spokeTo and words are not blank.',
    ),
  )

export type CallBackWrite = z.infer<typeof callBackWriteSchema>

const callBackSchema = z.object({
  id: z.string(),
  result: z.enum(callBackResults),
  numberFrom: z.enum(['saved', ...numberSources]),
  /** By its last digits. */
  number: z.string(),
  spokeTo: z.string(),
  words: z.string(),
  calledAt: z.string(),
  recordedAt: z.string(),
  by: personSchema,
  flaw: z.nullable(z.enum(callBackFlaws)),
  /** Whether it is about the details that are saved now. */
  isCurrent: z.boolean(),
})

export type CallBack = z.infer<typeof callBackSchema>

const phoneNumberSchema = z.object({
  /** The version of the beneficiary that had it first. */
  version: z.number(),
  /** By its last digits. */
  number: z.string(),
  savedAt: z.string(),
  savedBy: personSchema,
  /** Why a call to it proves nothing of the details that are saved now. */
  flaw: z.nullable(z.enum(callBackFlaws)),
})

export type PhoneNumber = z.infer<typeof phoneNumberSchema>

/** GET /api/beneficiaries/{id}/call-backs: all, the newest first, with every phone number that was saved. */
export const callBacksSchema = z.object({
  isFrozen: z.boolean(),
  phoneNumbers: z.array(phoneNumberSchema),
  callBacks: z.array(callBackSchema),
})
