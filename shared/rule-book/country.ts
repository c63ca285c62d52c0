import type { IssueContent } from '#shared/api/issue.ts'
import type { IssueCode } from '#shared/api/issue-codes.ts'
import type { Bank } from '#shared/banks/bank.ts'
import type { Message, MessageId } from '#shared/language/message.ts'
import type { FieldName } from '#shared/payout/fields.ts'
import type { CleaningStep } from './cleaning.ts'
import type { Shape } from './shape.ts'

/**
 * One country of the rule book: data from which the schema, the form, the request, the explanations, the JSON Schema
 * and both validation requests follow. Interface, part C and the tables of part B.
 */
export interface Country<Code extends NamedCountry = NamedCountry> {
  /** ISO 3166-1, two letters; its name is `country.<code>` of the catalogs. */
  readonly code: Code
  /** ISO 4217, three letters. */
  readonly currency: string
  /** How many decimals the currency has. ISO 4217, table A.1. */
  readonly decimals: number
  /** The country code of its telephone numbers. ITU-T E.164. */
  readonly phonePrefix: string
  /** How many digits follow it at least and at most, of fixed lines and mobiles alike. ITU-T E.164, the national numbering plans. */
  readonly phoneDigits: readonly [min: number, max: number]
  /** What people call it beside the name that is official, for one that has such a name. */
  readonly otherName?: string
  readonly region: 'latinAmerica' | 'africa'
  /** Empty where the interface documents none. */
  readonly documents: readonly DocumentRule[]
  readonly methods: readonly [Method, ...Method[]]
  /** Which method an entry means, where there are several; a method chosen on the form comes as `chosen`. */
  readonly methodOf?: (given: FieldValues, chosen: MethodId | undefined, enteredBy: EntrySource) => MethodId
  /** Chile: what the field beneficiaryType offers; absent: the field is not asked. */
  readonly beneficiaryTypes?: readonly BeneficiaryType[]
  /** Names longer than this draw a warning. */
  readonly longName?: number
  /** Fields whose values the interface does not show for this country: optional, sent as typed. */
  readonly undocumented?: readonly FieldName[]
  readonly notice?: IssueContent
  readonly identityValidation?: IdentityValidationRule
  readonly bankValidation?: BankValidationRule
}

/** A country for which the catalogs have a name. */
type NamedCountry = MessageId extends infer Id ? (Id extends `country.${infer Code}` ? Code : never) : never

/** A country that can be validated but not paid. */
export interface ValidationOnlyCountry {
  readonly code: NamedCountry
  readonly identityValidation: IdentityValidationRule
}

interface BeneficiaryType {
  /** The payout request's beneficiaryType. */
  readonly code: string
  readonly label: MessageId
  /** For one that has a single name, sent as the first: what that is called. */
  readonly onlyName?: MessageId
}

/** A person can be asked what they mean; what a program gives is taken at its word. */
export type EntrySource = 'person' | 'program'

/** The values of the fields, cleaned, blanks and hyphens left out: method and number rule are chosen by them. */
export type FieldValues = Readonly<Partial<Record<FieldName, string>>>

/** The book's own words for documents and accounts; each service has its own codes, mapped in the country files. */
type DocumentKind = 'national-id' | 'foreigner-id' | 'passport' | 'tax-id'

export const accountKinds = ['savings', 'current', 'rut', 'clabe', 'card', 'wallet'] as const

export type AccountKind = (typeof accountKinds)[number]

/** A number with a name that people know: CBU, CPF, CLABE, cédula. */
export interface NamedNumber {
  readonly label: MessageId | Message
  readonly shape: Shape
  readonly example: string
  /** Steps before separators are left out. */
  readonly cleaning?: readonly CleaningStep[]
  /** Doubts about a number of the right shape; they warn and never refuse. */
  readonly checks?: readonly NumberCheck[]
  /** The bank that the number itself names. */
  readonly bankOf?: (number: string) => RecognisedBank | undefined
  /** A sentence after the shape, in the hint and in the error. */
  readonly hint?: MessageId
}

/** One doubt: check digits of a public standard, a bank that differs, an unusual length. */
export interface NumberCheck {
  /** The code of the warning. */
  readonly code: IssueCode
  /** The rule in a sentence, for who looks it up. */
  readonly rule: Message
  /** The issue when the cleaned number, which people call by `label`, looks wrong beside the other values; else undefined. */
  issue(number: string, given: FieldValues, label: Message): IssueContent | undefined
}

export type RecognisedBank =
  /** One of the provider's list. */
  { readonly code: string; readonly name: string } | { readonly code?: undefined; readonly name: string | Message }

/** A named number that holds only for some values of other fields; the first rule that fits counts. */
export interface ConditionalNumber extends NamedNumber {
  readonly when?: Readonly<Partial<Record<FieldName, readonly string[]>>>
}

export interface DocumentRule extends NamedNumber {
  /** The payout request's documentType. */
  readonly code: string
  readonly kind: DocumentKind
  /** Whether a cleaned number can be of no other kind of document: then it says its own type. */
  readonly isOnly?: (number: string) => boolean
  /** Where companies have it too: whether a cleaned number is a company's, whose name is entered otherwise than a person's. */
  readonly isOfCompany?: (number: string) => boolean
  /** This document's number in that of another one, such as the DNI in a CUIT. */
  readonly inside?: (number: string) => string | undefined
}

export interface AccountType {
  /** The payout request's payoutAccountTypeCode. */
  readonly code: string
  readonly kind: AccountKind
  readonly label: MessageId
}

export type MethodId = 'account' | 'bank' | 'pix' | 'pix-with-bank' | 'instant' | 'cci' | 'wallet'

export interface Method {
  readonly id: MethodId
  readonly label: MessageId
  readonly summary: MessageId
  readonly fields: MethodFields
  /** Peru: the account number says which bank it is at, so that neither a payout nor a check is asked for the bank. */
  readonly namesItsBank?: true
  /** Peru: account numbers of this shape are taken here but make the request one of another method. */
  readonly accountsOfAnother?: Shape
  readonly notices?: readonly IssueContent[]
  /** Values of the country's and the method's own fields that make a good entry. */
  readonly sample: FieldValues
}

/** The fields that a method governs; one that is absent does not apply. */
export interface MethodFields {
  readonly bankName?: AskedField<BankRule> | HyphenField | OmittedField
  readonly accountAgencyNumber?: AskedField<readonly ConditionalNumber[]> | HyphenField
  readonly accountNumber?: AskedField<readonly ConditionalNumber[]> | HyphenField
  readonly payoutAccountTypeCode?: AskedField<readonly AccountType[]> | HyphenField
  readonly recipientPixKey?: AskedField<'pix-key'>
}

export interface AskedField<Rule> {
  readonly use: 'asked'
  readonly required: boolean
  readonly rule: Rule
  /** What the field is called while it could take several numbers that have names of their own. */
  readonly label?: MessageId
}

/** The interface wants a hyphen here. */
export interface HyphenField {
  readonly use: 'hyphen'
  readonly why: MessageId
}

/** The interface wants this field not sent; a value given is left out and listed as a change. */
export interface OmittedField {
  readonly use: 'left-out'
  readonly why: MessageId
}

export interface BankRule {
  /** The banks to choose from, common ones first. */
  readonly banks: readonly Bank[]
  /** Brazil: any code of this shape passes; one that is not among the known draws a warning. */
  readonly nationalCodes?: { readonly shape: Shape; readonly known: ReadonlySet<string> }
  /** Mexico: codes that only an API request can use. */
  readonly apiOnly?: readonly string[]
}

/** Which document of the beneficiary a validation takes, under the validation service's own code. */
export interface ValidationDocument {
  readonly code: string
  readonly kind: DocumentKind
  /** Where the payout does not ask for this document: its own rule, asked for the check alone. */
  readonly asked?: NamedNumber
  /** Whether the number that is asked can belong to who has this document number of the payout. */
  readonly mayBelongTo?: (number: string, documentNumber: string) => boolean
}

export interface IdentityValidationRule {
  readonly documents: readonly ValidationDocument[]
}

export interface BankValidationRule {
  readonly documents: readonly ValidationDocument[]
  /** Absent: the fields bankName and accountAgencyNumber are not used. */
  readonly bank?: 'required' | 'unless-cci'
  /** The service's accountTypeCode for each kind of account; absent: not used. */
  readonly accountTypes?: Readonly<Partial<Record<AccountKind, string>>>
  /** Bank codes for which accountTypeCode may be left out. */
  readonly noAccountTypeFor?: readonly string[]
}

export function countryName({ code }: Pick<Country | ValidationOnlyCountry, 'code'>): Message {
  return { id: `country.${code}` }
}

export function asked<Rule>(rule: Rule): AskedField<Rule> {
  return { use: 'asked', required: true, rule }
}

export function optional<Rule>(rule: Rule): AskedField<Rule> {
  return { use: 'asked', required: false, rule }
}

export function hyphen(why: MessageId): HyphenField {
  return { use: 'hyphen', why }
}

export function leftOut(why: MessageId): OmittedField {
  return { use: 'left-out', why }
}
