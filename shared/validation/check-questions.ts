import { type FormValues, sentMethod } from '#shared/payout/form-values.ts'
import type { Country, NamedNumber } from '#shared/rule-book/country.ts'
import { describeShape } from '#shared/rule-book/shape.ts'

/** What the bank check wants to know and the payout does not. */
export interface CheckQuestion {
  readonly name: 'checkDocumentNumber' | 'checkAgency' | 'checkAccountKind'
  readonly label: string
  readonly hint: string
  readonly control: 'text' | 'wallet-tick'
  readonly required: boolean
}

/** The questions asked for the bank check alone: RFC in Mexico, CUIT in Argentina, the agency where banks have them. */
export function checkQuestions(country: Country, values: FormValues): readonly CheckQuestion[] {
  const rule = country.bankCheck
  const method = sentMethod(country, values)
  if (rule === undefined || method.fields.accountNumber?.use !== 'asked') return []
  const document = rule.documents.find(({ asked }) => asked !== undefined)
  const isOnly = rule.documents.every(({ asked }) => asked !== undefined)
  return [
    ...(document?.asked === undefined ? [] : [documentQuestion(document.asked, isOnly)]),
    ...(rule.bank === undefined || method.id === 'cci' ? [] : [agencyQuestion]),
    ...(rule.accountTypes?.wallet === undefined ? [] : [walletQuestion]),
  ]
}

function documentQuestion({ label, shape, example }: NamedNumber, required: boolean): CheckQuestion {
  const instead = required ? '' : '. Checked in place of the document above when filled in'
  const hint = `${describeShape(shape)}, such as ${example}${instead}.`
  return { name: 'checkDocumentNumber', label, hint, control: 'text', required }
}

const agencyQuestion: CheckQuestion = {
  name: 'checkAgency',
  label: 'Agency',
  hint: 'The branch of the account. Used for the bank check only; it is not sent with the payout.',
  control: 'text',
  required: true,
}

const walletQuestion: CheckQuestion = {
  name: 'checkAccountKind',
  label: 'The account is a mobile wallet',
  hint: 'The bank check has a code of its own for wallets.',
  control: 'wallet-tick',
  required: false,
}
