import type { BankValidation, IdentityValidation } from '#shared/api/validation.ts'
import type { Message, MessageId } from '#shared/language/message.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { sentMethod, shownEntry } from '#shared/payout/form-entry.ts'
import { cleanNumber } from '#shared/payout/read-number.ts'
import { isTooLong } from '#shared/payout/typed-value.ts'
import {
  type AccountKind,
  accountKinds,
  type Country,
  type Method,
  type NamedNumber,
  type ValidationDocument,
} from '#shared/rule-book/country.ts'
import { describeShape, shapeError } from '#shared/rule-book/shape.ts'
import {
  offerBankValidation,
  offerIdentityValidation,
  type ValidationExtras,
  type ValidationOffer,
} from './validation-offer.ts'

/** What the bank check wants to know and the payout does not: a text, or whether the account is of this kind. */
type ValidationQuestion<Name = keyof ValidationExtras> = {
  readonly name: Name
  readonly label: MessageId | Message
  readonly hint: MessageId | Message
  readonly required: boolean
  /** What looks wrong about the answer. */
  readonly warning?: MessageId | undefined
} & ({ readonly control: 'text' } | { readonly control: 'flag'; readonly kind: AccountKind })

/** The questions asked for the bank check alone: RFC in Mexico, CUIT in Argentina, the agency where banks have them. */
function bankValidationQuestions(country: Country, method: Method, values: Entry): readonly ValidationQuestion[] {
  const rule = country.bankValidation
  if (rule === undefined || method.fields.accountNumber?.use !== 'asked') return []
  const document = rule.documents.find(({ asked }) => asked !== undefined)
  const isOnly = rule.documents.every(({ asked }) => asked !== undefined)
  return [
    ...(document?.asked === undefined
      ? []
      : [{ ...documentQuestion(document.asked, isOnly), warning: ofTwoPeople(country, document, values) }]),
    ...(rule.bank === undefined || method.namesItsBank ? [] : [agencyQuestion]),
    ...(rule.accountTypes?.wallet === undefined ? [] : [walletQuestion]),
  ]
}

function documentQuestion({ label, shape, example }: NamedNumber, required: boolean): ValidationQuestion {
  const hint: Message = {
    id: required ? 'question.document' : 'question.documentInstead',
    params: { shape: describeShape(shape), example },
  }
  return { name: 'validationDocumentNumber', label, hint, control: 'text', required }
}

/** Shown once both numbers are complete. */
function ofTwoPeople(
  country: Country,
  { asked, mayBelongTo }: ValidationDocument,
  values: Entry,
): MessageId | undefined {
  const own = country.documents.find(({ code }) => code === values.documentType)
  if (asked === undefined || own === undefined || mayBelongTo === undefined) return undefined
  const [number, documentNumber] = [
    wholeNumber(values.validationDocumentNumber, asked),
    wholeNumber(values.documentNumber, own),
  ]
  if (number === undefined || documentNumber === undefined) return undefined
  return mayBelongTo(number, documentNumber) ? undefined : 'question.ofTwoPeople'
}

function wholeNumber(typed: string, rule: NamedNumber): string | undefined {
  if (isTooLong(typed)) return undefined
  const { value } = cleanNumber(typed, rule)
  return value === '' || shapeError(rule, value) !== undefined ? undefined : value
}

const agencyQuestion: ValidationQuestion = {
  name: 'validationAgency',
  label: 'field.accountAgencyNumber',
  hint: 'question.agency',
  control: 'text',
  required: true,
}

const walletQuestion: ValidationQuestion = {
  name: 'accountKind',
  label: 'question.wallet',
  hint: 'question.walletCode',
  control: 'flag',
  kind: 'wallet',
  required: false,
}

/** The identity validation of a form's values. */
export function identityValidationOffer(country: Country, values: Entry): ValidationOffer<IdentityValidation> {
  return offerIdentityValidation(country, shownEntry(country, values))
}

/** The bank validation of a form's values, with its answers to {@link validationQuestions}. */
export function bankValidationOffer(country: Country, values: Entry): ValidationOffer<BankValidation> {
  const { validationDocumentNumber, validationAgency, validationAccountKind } = values
  const accountKind = accountKinds.find((kind) => kind === validationAccountKind)
  const extras = { validationDocumentNumber, validationAgency, ...(accountKind && { accountKind }) }
  return offerBankValidation(country, shownEntry(country, values), sentMethod(country, values), extras)
}

/** The questions of the bank check, each under the name of its field in the form. */
export function validationQuestions(country: Country, values: Entry): readonly FormQuestion[] {
  const questions = bankValidationQuestions(country, sentMethod(country, values), values)
  return questions.map((question) => ({ ...question, name: formNames[question.name] }))
}

const formNames = {
  validationDocumentNumber: 'validationDocumentNumber',
  validationAgency: 'validationAgency',
  accountKind: 'validationAccountKind',
} as const satisfies Record<ValidationQuestion['name'], keyof Entry>

export type FormQuestion = ValidationQuestion<(typeof formNames)[keyof typeof formNames]>
