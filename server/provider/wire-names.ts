import * as z from 'zod/mini'
import { payoutFields } from '#shared/payout/fields.ts'

/**
 * The names on the wire that the interface does not show and that we assume: each is the default, PROVIDER_NAMES renames it.
 * Interface, part B: "Fields inside MerchantIdentityCustomer and MerchantBankCustomer … not shown".
 */
const assumedNames = {
  /** Fields of the customer, in addition to `documentType`. */
  firstName: 'firstName',
  /** Left out for a company, which has a single name. */
  lastName: 'lastName',
  documentNumber: 'documentNumber',
  country: 'country',
  /** Field of the bank account, in addition to the three that are shown. */
  accountNumber: 'accountNumber',
  /** Field of the answer that echoes the request's `correlationId`. */
  correlationId: 'correlationId',
  /** The Colombian wallet's account type code; the provider's own carries its brand. */
  MOBILE_WALLET: 'MOBILE_WALLET',
  /** Field of a payout request that the interface spells in two ways. */
  currencyCode: 'currencyCode',
} as const

export type WireNames = Readonly<Record<keyof typeof assumedNames, string>>

const name = z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'a name is 1 to 64 letters, digits, _ or -')))

const spellings = [assumedNames.currencyCode, payoutFields.currencyCode.alsoSpelt]

const renamingSchema = z.strictObject({
  firstName: name,
  lastName: name,
  documentNumber: name,
  country: name,
  accountNumber: name,
  correlationId: name,
  MOBILE_WALLET: name,
  currencyCode: z.optional(z.enum(spellings, `it is written ${spellings.join(' or ')}`)),
})

export type Renaming = { readonly ok: true; readonly names: WireNames } | { readonly ok: false; readonly error: string }

/** Reads the value of PROVIDER_NAMES: the assumed names with those that it renames. */
export function readWireNames(renaming: unknown): Renaming {
  const parsed = renamingSchema.safeParse(renaming)
  if (!parsed.success) return { ok: false, error: parsed.error.issues.map(explain).join(', ') }
  const names = renamed(parsed.data)
  const twice = firstTwin(['documentType', names.firstName, names.lastName, names.documentNumber, names.country])
  return twice === undefined
    ? { ok: true, names }
    : { ok: false, error: `two fields of the customer are named ${twice}` }
}

function renamed(renaming: z.infer<typeof renamingSchema>): WireNames {
  return {
    firstName: renaming.firstName ?? assumedNames.firstName,
    lastName: renaming.lastName ?? assumedNames.lastName,
    documentNumber: renaming.documentNumber ?? assumedNames.documentNumber,
    country: renaming.country ?? assumedNames.country,
    accountNumber: renaming.accountNumber ?? assumedNames.accountNumber,
    correlationId: renaming.correlationId ?? assumedNames.correlationId,
    MOBILE_WALLET: renaming.MOBILE_WALLET ?? assumedNames.MOBILE_WALLET,
    currencyCode: renaming.currencyCode ?? assumedNames.currencyCode,
  }
}

function firstTwin(words: readonly string[]): string | undefined {
  return words.find((word, index) => words.indexOf(word) !== index)
}

function explain(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    return `${issue.keys.join(' and ')} is not one of ${Object.keys(assumedNames).join(', ')}`
  }
  return issue.path.length === 0 ? 'it must be a JSON object' : `${issue.path.join('.')}: ${issue.message}`
}
