import type { Message, MessageId } from '#shared/language/message.ts'
import type { AccountKind, Country, Method, NamedNumber } from '#shared/rule-book/country.ts'
import { describeShape } from '#shared/rule-book/shape.ts'
import type { ValidationExtras } from './validation-offer.ts'

/** What the bank check wants to know and the payout does not: a text, or whether the account is of this kind. */
export type ValidationQuestion<Name = keyof ValidationExtras> = {
  readonly name: Name
  readonly label: MessageId | Message
  readonly hint: MessageId | Message
  readonly required: boolean
} & ({ readonly control: 'text' } | { readonly control: 'flag'; readonly kind: AccountKind })

/** The questions asked for the bank check alone: RFC in Mexico, CUIT in Argentina, the agency where banks have them. */
export function bankValidationQuestions(country: Country, method: Method): readonly ValidationQuestion[] {
  const rule = country.bankValidation
  if (rule === undefined || method.fields.accountNumber?.use !== 'asked') return []
  const document = rule.documents.find(({ asked }) => asked !== undefined)
  const isOnly = rule.documents.every(({ asked }) => asked !== undefined)
  return [
    ...(document?.asked === undefined ? [] : [documentQuestion(document.asked, isOnly)]),
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
