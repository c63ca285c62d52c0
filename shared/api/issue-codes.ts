import * as z from 'zod/mini'
import { type Message, messageSchema, type ReceivedParams } from '#shared/language/message.ts'
import { type WarningCode, warningTable } from './warning-codes.ts'

/*
 * The closed list of errors and notices, and with those of warning-codes.ts of all issues, each with the params that its sentence `issue.<code>` needs in any language: messages
 * (labels, shapes, hints), values as typed, codes, counts, names of variants. A param of only some cases is optional.
 */

/** What was typed, or a code. */
const text = z.string()
const maybe = z.optional(text)
const message = messageSchema
const maybeMessage = z.optional(messageSchema)
/** A name: a message of the rule book, or a text that is the same in every language, such as a bank or a field of a body. */
const named = z.union([text, message])
const messages = z.readonly(z.array(message))
const count = z.number()
const list = z.readonly(z.array(text))
const maybeList = z.optional(list)
const none = z.strictObject({})

/** What JSON has for types, as `expected` and `found` name them. */
const valueTypes = [
  'text',
  'number',
  'whole',
  'flag',
  'list',
  'object',
  'null',
  'nothing',
  'decimal',
  'something',
] as const

export type ValueType = (typeof valueTypes)[number]

const valueType = z.enum(valueTypes)

/** A code that is none of a closed list: `choices` are the allowed codes with their labels; for a validation, `service` is the one that asks. */
const notOffered = z.strictObject({
  given: text,
  allowed: list,
  label: z.optional(named),
  choices: z.optional(messages),
  service: maybe,
})
const inCountry = z.strictObject({ given: text, allowed: list })

const errorsOfBodies = {
  wrong_type: z.strictObject({ label: named, expected: valueType, found: valueType }),
  broken_text: z.strictObject({ label: named }),
  /** `meant`: the field whose name it nearly is. */
  unknown_field: z.strictObject({ name: text, meant: maybe, known: maybeList }),
  /** `instead`: the other details that would do as well. */
  missing: z.strictObject({
    label: named,
    act: z.enum(['enter', 'choose', 'give']),
    instead: z.optional(z.enum(['bank'])),
    allowed: maybeList,
  }),
  too_long: z.strictObject({ label: named, max: count }),
  too_short: z.strictObject({ label: named, min: count, unit: z.optional(z.enum(['characters'])) }),
  not_allowed: z.strictObject({ label: named, allowed: list }),
  /** Two spellings of one field that hold different values. */
  spelt_twice: z.strictObject({ name: text, other: text }),
  wrong_value: z.strictObject({ label: named }),
  unknown_country: inCountry,
  unknown_method: inCountry,
  wrong_cursor: none,
  given_twice: none,
  /** In a batch: a row is twice among those that are sent. */
  row_given_twice: z.strictObject({ row: count }),
  /** In a batch: the rows that were saved and those that were refused are not as many as were sent. */
  rows_unaccounted: z.strictObject({ given: count, saved: count, sum: count }),
  one_of_these: z.strictObject({ names: text }),
  /** A saved beneficiary. */
  not_found: none,
  reference_taken: z.strictObject({ payoutId: text }),
  external_id_stays: z.strictObject({}),
  external_id_taken: z.strictObject({ beneficiaryId: text }),
  reason_required: none,
}

/** Errors of a name that staff type, of a new password, and of what admins enter; mixed letters are refused in a beneficiary's name too. */
const errorsOfStaff = {
  control_character: none,
  invisible_character: z.strictObject({ codePoint: text }),
  mixed_letters: z.strictObject({ letter: text, codePoint: text }),
  length: z.strictObject({ max: count, given: count }),
  sample_person: none,
  name_taken: none,
  email_taken: none,
  webhook_address: none,
  /** Of a details link: it leads to no page of the merchant's own. */
  return_address: none,
  /** Of the internet. */
  not_an_address: z.strictObject({ given: text }),
  /** Of a token: neither where it works from, nor that it may be anywhere; or both. */
  addresses_or_any: none,
  /** Of the owner of a program outside: a person who works here has this name, or one that looks like it. */
  name_of_staff: none,
  weak_password: z.strictObject({ why: z.enum(['short', 'long', 'common', 'personal']), min: count, max: count }),
  wrong_code: none,
  /** Of a bank: the name that public lists have for its code. */
  bank_named_publicly: z.strictObject({ code: text, publicName: text }),
}

/** Errors of a payout's fields, and of those that a validation shares. */
const errorsOfFields = {
  not_applicable: z.strictObject({ label: named, country: maybeMessage, why: maybeMessage, service: maybe }),
  not_positive: z.strictObject({ sign: z.optional(z.enum(['minus'])) }),
  other_currency: z.strictObject({ typed: text, currency: text }),
  ambiguous_amount: z.strictObject({ typed: text, value: text, thousands: text, decimal: text }),
  not_an_amount: z.strictObject({ typed: text }),
  too_many_digits: z.strictObject({ digits: count, max: count }),
  too_small: none,
  not_a_pix_key: z.strictObject({
    given: text,
    looksLike: z.enum(['cnpj', 'phone', 'digits', 'plus', 'email', 'nothing']),
    phone: maybe,
    length: z.optional(count),
  }),
  not_an_email: z.strictObject({ given: text }),
  not_a_url: z.strictObject({ given: text, why: z.enum(['form', 'http', 'credentials', 'private']) }),
  /** `shapes`: the numbers that would do, and what each looks like. */
  wrong_number: z.strictObject({ shapes: messages }),
  wrong_character: z.strictObject({ label: message, expected: message, found: text, hint: maybeMessage }),
  wrong_length: z.strictObject({
    label: named,
    expected: message,
    length: count,
    unit: z.enum(['digits', 'characters']),
    hint: maybeMessage,
  }),
  wrong_start: z.strictObject({ label: message, expected: message, found: text, start: text, hint: maybeMessage }),
  /** `expected`: the shape of codes that pass beside the list; `close`: the code that was probably meant. */
  unknown_bank: z.strictObject({
    given: text,
    allowed: maybeList,
    expected: maybeMessage,
    close: maybe,
    country: maybeMessage,
  }),
  unknown_document_type: notOffered,
  unknown_beneficiary_type: notOffered,
  unknown_account_type: notOffered,
  currency_not_allowed: notOffered,
  terms_required: none,
  /** Of a validation: either the country `given` and those served, or, where none is asked yet, the `country`. */
  COUNTRY_NOT_SUPPORTED: z.strictObject({ service: text, given: maybe, allowed: maybeList, country: maybeMessage }),
}

/** Why a check is not offered, beside COUNTRY_NOT_SUPPORTED. */
const offersOfValidations = {
  no_account: none,
  document_not_supported: z.strictObject({ service: text, label: message, documents: messages }),
}

const notices = {
  bank_recognised: z.strictObject({ label: message, bank: named }),
  api_only_bank: z.strictObject({ value: text }),
  pix_key_kind: z.strictObject({ kind: text, label: message }),
  undocumented_values: z.strictObject({ country: message }),
  cci_real_time: none,
  instant_payment: none,
  usd_settlement: z.strictObject({ currency: text }),
}

const otherKinds = { ...errorsOfBodies, ...errorsOfStaff, ...errorsOfFields, ...offersOfValidations, ...notices }

type IssueSchemas = typeof otherKinds & { readonly [Code in WarningCode]: (typeof warningTable)[Code]['params'] }

export type IssueCode = keyof IssueSchemas

/** The params of every code. */
export const issueParams: Readonly<Record<string, z.ZodMiniObject>> = {
  ...otherKinds,
  ...Object.fromEntries(Object.entries(warningTable).map(([code, { params }]) => [code, params])),
}

export function isIssueCode(code: string): code is IssueCode {
  return Object.hasOwn(issueParams, code)
}

/** The names of the params of a code. */
export function paramNames(code: IssueCode): readonly string[] {
  return Object.keys(issueParams[code]?.shape ?? {})
}

/** Params that an issue of a code may lack. */
export function optionalParams(code: IssueCode): readonly string[] {
  return Object.entries(issueParams[code]?.shape ?? {}).flatMap(([name, { _zod }]) =>
    _zod.def.type === 'optional' ? [name] : [],
  )
}

export type ParamsOf<Code extends IssueCode> = IssueParams<z.infer<IssueSchemas[Code]>>

/** As we make them: a message has an id of the catalogs, and a param that may be left out is left out, not undefined. */
type IssueParams<Given> = { readonly [Name in keyof Given]: Extract<IssueParam<Given[Name]>, ReceivedParams[string]> }

type IssueParam<Value> = Value extends { id: string }
  ? Message
  : Value extends readonly { id: string }[]
    ? readonly Message[]
    : Value
