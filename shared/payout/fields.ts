import type { MessageId } from '#shared/language/message.ts'

const who = { of: 'beneficiary', section: 'beneficiary', isIdentifying: true } as const
const account = { of: 'beneficiary', section: 'account', isIdentifying: true } as const
const payment = { of: 'payment', section: 'payment' } as const

/**
 * The one table of fields: it holds everything that is known of a field, and everything that lists fields is derived from it. In the order
 * of the payout request. Interface, part C, "Payout request fields"; what is not sent comes after those.
 */
export const payoutFields = {
  beneficiaryFirstName: {
    ...who,
    place: 2,
    rule: 'name',
    required: true,
    isShared: true,
    search: 'name',
  },
  beneficiaryLastName: {
    ...who,
    place: 3,
    rule: 'name',
    required: true,
    isShared: true,
    search: 'name',
  },
  documentType: { ...who, decides: true, place: 4 },
  documentNumber: { ...who, place: 5, isSecret: true, isEssential: true, search: 'number' },
  email: {
    of: 'beneficiary',
    section: 'more',
    place: 1,
    rule: 'email',
    isSecret: true,
    isShared: true,
  },
  city: { of: 'beneficiary', section: 'more', place: 2, rule: 'text', isShared: true },
  amount: { ...payment, place: 1, rule: 'amount', required: true, isInList: true },
  currencyCode: {
    ...payment,
    decides: true,
    alsoSpelt: 'CurrencyCode',
    place: 2,
    rule: 'currency',
    isInList: true,
  },
  country: {
    of: 'beneficiary',
    section: 'method',
    place: 1,
    rule: 'country',
    required: true,
    isIdentifying: true,
    isInList: true,
  },
  bankName: { ...account, decides: true, place: 1, isEssential: true },
  accountAgencyNumber: { ...account, decides: true, place: 2, isSecret: true, isEssential: true },
  accountNumber: { ...account, decides: true, place: 3, isSecret: true, isEssential: true, search: 'number' },
  payoutAccountTypeCode: { ...account, decides: true, place: 4 },
  externalReference: {
    of: 'payment',
    section: 'more',
    place: 4,
    rule: 'text',
    isShared: true,
    isInList: true,
    search: 'reference',
    hint: 'field.externalReference.hint',
  },
  NotificationUrl: {
    of: 'payment',
    section: 'more',
    place: 5,
    rule: 'url',
    isShared: true,
    hint: 'field.NotificationUrl.hint',
  },
  PaymentReason: { ...payment, place: 4, rule: 'text', isShared: true },
  recipientPixKey: { ...account, decides: true, place: 5, isSecret: true, isEssential: true, search: 'number' },
  testMode: { of: 'payment', rule: 'flag', isShared: true, isInList: true },
  TermsApproved: {
    ...payment,
    place: 3,
    rule: 'flag',
    hint: 'field.TermsApproved.hint',
  },
  beneficiaryType: { ...who, decides: true, place: 1 },
  validationDocumentNumber: {
    of: 'beneficiary',
    sent: false,
    rule: 'text',
    isSecret: true,
  },
  validationAgency: {
    of: 'beneficiary',
    sent: false,
    rule: 'text',
    isSecret: true,
  },
  validationAccountKind: { of: 'beneficiary', sent: false, rule: 'text' },
  phone: {
    of: 'beneficiary',
    sent: false,
    section: 'more',
    place: 3,
    rule: 'text',
    isSecret: true,
    isShared: true,
    hint: 'field.phone.hint',
  },
  note: {
    of: 'payment',
    sent: false,
    section: 'more',
    place: 6,
    rule: 'text',
    isShared: true,
    hint: 'field.note.hint',
  },
} as const satisfies FieldTable

/** What is known of one field. What is left out is no: not required, not secret, in no section of the form. */
export interface FieldDefinition {
  /** A field of the beneficiary says who is paid and where, and is saved with them; one of the payment is about this payment only. */
  readonly of: 'beneficiary' | 'payment'
  /**
   * The section of the form that asks for it, and its position there. Test mode is a switch of the page, and a validation asks for its own
   * fields.
   */
  readonly section?: FormSectionName
  readonly place?: number
  /** What it takes in every country; left out where countries and their methods say that, if they use it at all. */
  readonly rule?: GeneralRule
  readonly required?: boolean
  /** False: never part of a request. */
  readonly sent?: false
  /** Another spelling of the name that an entry may use. */
  readonly alsoSpelt?: string
  /** The spelling that requests use, where it is not the name: see sent-request.ts. */
  readonly sentAs?: string
  /** Masked in lists, and shown in full only to who asks for it, which is audited. Every field is encrypted at rest. */
  readonly isSecret?: true
  /** Identifies the beneficiary, or where the money goes: a person who changes it does not approve the first payout after that. */
  readonly isIdentifying?: true
  /** A reviewer sees it before all else, and its digits one by one where they differ. */
  readonly isEssential?: true
  /** Means the same in every country: a change of country takes it along. */
  readonly isShared?: true
  /** Kept in clear beside the encrypted entry, as lists sort, filter or sum by it; of an erased payout it stays. */
  readonly isInList?: true
  /** What it is found by: words of a name, a whole number or its last four characters, the beginning of a reference. */
  readonly search?: 'name' | 'number' | 'reference'
  /** Other fields depend on it: labels, shapes of numbers, the method. */
  readonly decides?: true
  /** What to enter, in a sentence; the label is `field.<name>` of the catalogs. */
  readonly hint?: MessageId
}

export type FormSectionName = 'method' | 'beneficiary' | 'account' | 'payment' | 'more'

/** The kinds of value that every country takes alike. A flag is true or false in an entry; all else is text, an amount decimal text. */
type GeneralRule = 'name' | 'text' | 'email' | 'url' | 'country' | 'currency' | 'amount' | 'flag'

/** What derives something from the fields takes the table as an argument, so that a test can add a field of its own. */
export type FieldTable = Readonly<Record<string, FieldDefinition>>

export type FieldName = keyof typeof payoutFields

type FieldsWith<Trait> = { [Name in FieldName]: (typeof payoutFields)[Name] extends Trait ? Name : never }[FieldName]

/** The fields that are true or false; all others are texts. */
export type FlagFieldName = FieldsWith<{ rule: 'flag' }>

export type TextFieldName = Exclude<FieldName, FlagFieldName>

/** The fields of a payout request, named as in the interface. */
export type RequestFieldName = Exclude<FieldName, FieldsWith<{ sent: false }>>

/** The fields that a form asks for in one of its sections. */
export type FieldWithSection = FieldsWith<{ section: FormSectionName }>

export type SecretFieldName = FieldsWith<{ isSecret: true }>

export function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(payoutFields, name)
}

export const fieldNames: readonly FieldName[] = Object.keys(payoutFields).filter(isFieldName)

export function isFlagField(name: FieldName): name is FlagFieldName {
  return ruleOf(name) === 'flag'
}

function isTextField(name: FieldName): name is TextFieldName {
  return !isFlagField(name)
}

export const textFields: readonly TextFieldName[] = fieldNames.filter(isTextField)

export function isRequestField(name: string): name is RequestFieldName {
  return isFieldName(name) && fieldOf(name).sent !== false
}

export const requestFields: readonly RequestFieldName[] = fieldNames.filter(isRequestField)

/** What a reviewer sees first: where the money goes, then to whom. */
export const essentialFields: readonly FieldName[] = (['account', 'beneficiary'] as const).flatMap((section) =>
  fieldNames.filter((name) => fieldOf(name).isEssential === true && fieldOf(name).section === section),
)

export function isSecretField(name: string): name is SecretFieldName {
  return isFieldName(name) && fieldOf(name).isSecret === true
}

/** The fields of a table that a request can have, in its order. */
export function sentIn(fields: FieldTable): readonly string[] {
  return Object.entries(fields).flatMap(([name, { sent }]) => (sent === false ? [] : [name]))
}

/** The fields of a table that a request says with whom it pays and where, in its order. */
export function identifyingIn(fields: FieldTable): readonly string[] {
  return sentIn(fields).filter((name) => fields[name]?.isIdentifying === true)
}

/** A value for each field, under its name. */
export type ByField<Value> = Readonly<Record<FieldName, Value>> & Readonly<Record<string, Value | undefined>>

/** Makes a value for each field of a table. */
export function byField<Value>(
  fields: FieldTable,
  make: (field: FieldDefinition, name: string) => Value,
): ByField<Value> {
  const made = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, make(field, name)]))
  if (!hasEveryField(made)) throw new Error('A table of fields has at least those of a payout.')
  return made
}

function hasEveryField<Value>(made: Readonly<Record<string, Value | undefined>>): made is ByField<Value> {
  return fieldNames.every((name) => Object.hasOwn(made, name))
}

/** A field of the table as any field is known. */
export function fieldOf(name: FieldName): FieldDefinition {
  return payoutFields[name]
}

function ruleOf(name: FieldName): GeneralRule | undefined {
  return fieldOf(name).rule
}
