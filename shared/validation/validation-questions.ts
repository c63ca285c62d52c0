import type { AccountKind, Country, Method, NamedNumber } from '#shared/rule-book/country.ts'
import { describeShape } from '#shared/rule-book/shape.ts'
import type { ValidationExtras } from './validation-offer.ts'

/** What the bank check wants to know and the payout does not: a text, or whether the account is of this kind. */
export type ValidationQuestion<Name = keyof ValidationExtras> = {
  readonly name: Name
  readonly label: string
  readonly hint: string
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
  const instead = required ? '' : '. Checked in place of the document above when filled in'
  const hint = `${describeShape(shape)}, such as ${example}${instead}.`
  return { name: 'validationDocumentNumber', label, hint, control: 'text', required }
}

const agencyQuestion: ValidationQuestion = {
  name: 'validationAgency',
  label: 'Agency',
  hint: 'The branch of the account. Used for the bank check only; it is not sent with the payout.',
  control: 'text',
  required: true,
}

const walletQuestion: ValidationQuestion = {
  name: 'accountKind',
  label: 'The account is a mobile wallet',
  hint: 'The bank check has a code of its own for wallets.',
  control: 'flag',
  kind: 'wallet',
  required: false,
}
