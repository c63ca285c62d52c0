import * as z from 'zod/mini'
import { messageSchema, type ReceivedParams } from '#shared/language/message.ts'
import { accountStandards, numberStandards } from './number-standards.ts'
import { type Reason, reasonFor } from './reasons.ts'

/** How grave a warning is, the gravest first. It decides what a clerk writes before review, and what a reviewer confirms. */
export const grades = ['compliance', 'serious', 'minor'] as const

export type Grade = (typeof grades)[number]

const text = z.string()
const maybe = z.optional(text)
const count = z.number()
/** A name: a message of the rule book, or a text that is the same in every language, such as that of a bank. */
const named = z.union([text, messageSchema])
const ofNumber = { label: messageSchema, value: text, digits: count }
const ofBeneficiary = { beneficiaryId: text }

/**
 * The one table of warnings, which a person confirms: of each its grade, what it is about, and the params of its sentence `issue.<code>`. Serious is
 * a risk of paying another person, or twice; minor is what the provider would refuse, or what changes nothing. What it is about are params in the
 * order of its key, none of them a word for a person, so that a new wording un-confirms nothing.
 */
export const warningTable = {
  // Of the rule book:
  amount_looks_grouped: warning('serious', ['value'], { value: text }),
  too_many_decimals: warning('minor', ['currency', 'value'], {
    currency: text,
    decimals: count,
    value: text,
    places: count,
  }),
  /** `lacking`: the digit that people often leave away; `phone`: what a Pix key read as a CPF would be as one. */
  check_digit: warning(gradeOfCheckDigit, ['standard', 'value'], {
    label: named,
    value: text,
    standard: z.enum(numberStandards),
    lacking: z.optional(z.enum(['last'])),
    readAs: z.optional(z.enum(['pix-key'])),
    phone: maybe,
  }),
  /** `digits`: those after the `prefix` of its country, where phones have `min`, or up to `max`. */
  pix_phone_length: warning('serious', ['value'], {
    value: text,
    prefix: text,
    digits: count,
    min: count,
    max: z.optional(count),
  }),
  /** A CPF that is not the beneficiary's `document`; `phone` as above. */
  pix_key_of_another: warning('serious', ['value', 'document'], { value: text, document: text, phone: maybe }),
  /** Either the `bank` of the number and its `name`, or a `prefix` that is no bank's; `given`: the bank chosen, and what it is called. */
  bank_differs: warning('serious', ['value', 'bank', 'prefix', 'given'], {
    label: named,
    value: text,
    bank: maybe,
    name: z.optional(named),
    prefix: maybe,
    given: text,
    givenName: maybe,
  }),
  leading_zero_lost: warning('minor', ['value'], ofNumber),
  long_agency: warning('minor', ['value'], ofNumber),
  bank_not_listed: warning('minor', ['value'], { value: text }),
  /** Nothing in the request says where the money goes. */
  no_account_named: warning('serious', [], {}),
  long_name: warning('minor', ['value', 'max'], { letters: count, max: count, value: text, label: named }),
  odd_name: warning('minor', ['value', 'why'], {
    label: named,
    value: text,
    why: z.enum(['digits', 'length', 'markup', 'no-letters', 'repeated']),
  }),
  /** In an e-mail address: a letter of another alphabet, which an impersonator uses, or invisible characters instead of letters. */
  foreign_letter: warning('serious', ['codePoint'], { letter: text, codePoint: text }),
  /** A slip of the keyboard in a well-known name; `meant`: the name. */
  mail_domain: warning('minor', ['domain'], { domain: text, meant: text }),
  /** `digits`: those before the decimals. */
  huge_amount: warning('serious', ['value'], { digits: count, value: text }),
  /** A value that the file had damaged, in a column: what a person took in its place, or that they left it. */
  changed_by_import: warning('minor', ['column', 'from', 'to', 'taken'], {
    column: text,
    from: text,
    to: text,
    taken: z.enum(['probable', 'as_it_is', 'typed']),
  }),
  // Of the saved beneficiaries, the validations and other payouts:
  same_beneficiary: warning('minor', ['beneficiaryId'], ofBeneficiary),
  document_other_account: warning('serious', ['beneficiaryId'], ofBeneficiary),
  account_other_document: warning('serious', ['beneficiaryId'], ofBeneficiary),
  document_already_saved: warning('minor', ['beneficiaryId'], ofBeneficiary),
  /** Who is paid and where, against another payout to the same beneficiary: `from` and `to` name the two, `order` says which this payout has. */
  details_changed: warning('serious', ['from', 'to'], {
    payoutId: text,
    state: z.enum(['in_review', 'approved', 'exported']),
    order: z.enum(['newer', 'older']),
    /** What has changed, who changed it, and when: empty while no one has saved that yet. */
    changes: z.readonly(z.array(messageSchema)),
    times: z.readonly(z.array(text)),
    from: text,
    to: text,
  }),
  /** Who is paid and where, against the saved beneficiary: for this payout alone. `from` and `to` name the two. */
  details_once: warning('serious', ['from', 'to'], { from: text, to: text }),
  beneficiary_archived: warning('serious', ['beneficiaryId'], ofBeneficiary),
  validation_outcome: warning(gradeOfOutcome, ['correlationId', 'outcome', 'reason'], {
    correlationId: text,
    service: text,
    outcome: text,
    reason: maybe,
  }),
  /** `payoutId`: the refused payout that it pays in the place of; `to` names the details that it pays to. */
  replaces_another: warning('serious', ['payoutId', 'what', 'to', 'currency'], {
    payoutId: text,
    what: z.enum(['person', 'country', 'currency']),
    to: text,
    currency: text,
  }),
  duplicate_payout: warning('serious', ['payoutId'], { payoutId: text, at: text }),
  /** More than the `limit` that the merchant has set. */
  amount_above_limit: warning('serious', ['value', 'currency', 'limit'], { value: text, currency: text, limit: count }),
  /** Nothing was ever exported to these details, no validation confirms them, and two people approve above this amount. */
  first_unvalidated: warning('serious', ['value', 'currency', 'above'], { value: text, currency: text, above: count }),
  /** Above this amount the beneficiary is called back, as the details are `changed` or the `first`; `to` names them. Nothing but a call-back lifts it. */
  not_called_back: warning('serious', ['to'], {
    why: z.enum(['changed', 'first']),
    currency: text,
    above: count,
    beneficiaryId: text,
    to: text,
  }),
  /** The beneficiary denied the details on the phone. Nothing but an admin, after another call-back, lifts it. */
  beneficiary_frozen: warning('serious', ['callBackId'], { beneficiaryId: text, callBackId: text }),
  /** Where the provider is to report the payout: a host, in ASCII, that the merchant has not listed. */
  notification_host: warning('serious', ['host'], { host: text }),
  /** More than so many `times` the `usual` amount of the last payouts to the beneficiary. */
  amount_above_usual: warning('serious', ['value', 'currency'], {
    value: text,
    currency: text,
    usual: count,
    times: count,
  }),
}

export type WarningCode = keyof typeof warningTable

type GradeOfParams = (params: ReceivedParams) => Grade

function warning<Shape extends z.core.$ZodLooseShape>(
  grade: Grade | GradeOfParams,
  about: readonly (keyof Shape & string)[],
  params: Shape,
) {
  return { grade, about, params: z.strictObject(params) }
}

interface WarningDefinition {
  readonly grade: Grade | GradeOfParams
  readonly about: readonly string[]
  readonly params: z.ZodMiniObject
}

const byCode = new Map<string, WarningDefinition>(Object.entries(warningTable))

/** Whether a payout is not approved as long as it has such a warning, also one that was confirmed. */
export function isHold(code: string): code is 'not_called_back' | 'beneficiary_frozen' {
  return code === 'not_called_back' || code === 'beneficiary_frozen'
}

/** What is known of a warning; undefined for one that only a newer server knows. */
export function warningDefinition(code: string): WarningDefinition | undefined {
  return byCode.get(code)
}

/** A mistyped account is paid to another person; a mistyped document is found by the provider. A Pix key that is a CPF is both. */
function gradeOfCheckDigit({ standard, readAs }: ReceivedParams): Grade {
  return readAs === 'pix-key' || accountStandards.some((one) => one === standard) ? 'serious' : 'minor'
}

/** Where the provider found nothing out, nothing speaks against paying; a reason that its interface does not list may be anything. */
function gradeOfOutcome({ service, outcome, reason }: ReceivedParams): Grade {
  const isKnownService = service === 'identity' || service === 'bank'
  const known = isKnownService && typeof reason === 'string' ? reasonFor(service, reason) : undefined
  if (known !== undefined) return gradesOfReasons[known.kind]
  return outcome === 'NOT_VALIDATED' ? 'minor' : 'serious'
}

const gradesOfReasons: Readonly<Record<Reason['kind'], Grade>> = {
  mismatch: 'serious',
  unable: 'minor',
  compliance: 'compliance',
}
