import { decimalsOf } from '#shared/countries/rule-book.ts'
import { asMessage, type Message, type MessageId } from '#shared/language/message.ts'
import { amountSteps } from '#shared/payout/amount.ts'
import { type FieldRule, fieldUses } from '#shared/payout/field-uses.ts'
import type { FieldName } from '#shared/payout/fields.ts'
import { formFields } from '#shared/payout/form-fields.ts'
import { pixKeySteps } from '#shared/payout/pix-key.ts'
import { bankCodeSteps } from '#shared/rule-book/bank-code.ts'
import { bareCodeSteps, messageOf, numberSteps, textSteps, upperCodeSteps } from '#shared/rule-book/cleaning.ts'
import { type Country, countryName, type Method } from '#shared/rule-book/country.ts'
import { dollars } from '#shared/rule-book/currencies.ts'

export interface FieldExplanation {
  /** Sentences that say what to enter. */
  readonly hints: readonly Message[]
  readonly example?: string
  /** What is done to a typed value before it is sent. */
  readonly cleaning: readonly MessageId[]
  /** What draws a warning. */
  readonly warnings: readonly Message[]
}

/** What a person can look up about a field that is asked: what to enter, what is done to it, what draws a warning. */
export function explainField(field: FieldName, country: Country, method: Method): FieldExplanation {
  const use = fieldUses(country, method)[field]
  if (use.use !== 'asked') return { hints: [], cleaning: [], warnings: [] }
  const example = method.sample[field]
  return {
    hints: hintsOf(field, use.rule, country, method),
    ...(example !== undefined && { example }),
    cleaning: [...new Set(cleaningOf(field, use.rule))],
    warnings: warningsOf(use.rule, country, method),
  }
}

/** As the form says it; a number is described by its own rules. */
function hintsOf(field: FieldName, rule: FieldRule, country: Country, method: Method): readonly Message[] {
  const { code, currency } = country
  if (rule.kind === 'number' || rule.kind === 'bank') return []
  if (field === 'country') return [{ id: 'takes.country', params: { code, country: countryName(country) } }]
  if (field === 'currencyCode') return [{ id: 'takes.currency', params: { currency } }]
  if (rule.kind === 'name') return [{ id: 'takes.name' }, ...onlyNameHints(field, country)]
  if (rule.kind === 'pix-key') return [{ id: 'takes.pixKey' }]
  const currencyCode = field === 'TermsApproved' ? dollars : currency
  const asked = formFields(country, method, { ...method.sample, currencyCode })
  const hint = asked.find(({ name }) => name === field)?.hint ?? kinds[rule.kind]
  return hint === undefined ? [] : [hint]
}

const kinds: Partial<Readonly<Record<FieldRule['kind'], Message>>> = {
  text: { id: 'takes.text' },
  'as-typed': { id: 'takes.asTyped' },
  email: { id: 'takes.email' },
  flag: { id: 'takes.flag' },
}

/** Some have a single name, which is sent as the first. */
function onlyNameHints(field: FieldName, { beneficiaryTypes = [] }: Country): readonly Message[] {
  return beneficiaryTypes.flatMap(({ label, onlyName }): readonly Message[] => {
    if (onlyName === undefined) return []
    const type = asMessage(label)
    return field === 'beneficiaryFirstName'
      ? [{ id: 'takes.onlyNameHere', params: { type, name: asMessage(onlyName) } }]
      : [{ id: 'takes.noLastName', params: { type } }]
  })
}

function cleaningOf(field: FieldName, rule: FieldRule): readonly MessageId[] {
  if (field === 'currencyCode') return upperCodeSteps.map(messageOf)
  switch (rule.kind) {
    case 'amount':
      return [...amountSteps.map(messageOf), 'change.amount_as_number']
    case 'number':
      return rule.numbers.flatMap(({ cleaning }) => numberSteps(cleaning).map(messageOf))
    case 'pix-key':
      return pixKeySteps.map(messageOf)
    case 'bank':
      return bankCodeSteps([rule.bank]).map(messageOf)
    case 'country':
      return upperCodeSteps.map(messageOf)
    case 'name':
    case 'text':
      return textSteps.map(messageOf)
    case 'as-typed':
    case 'code':
    case 'email':
    case 'url':
      return bareCodeSteps.map(messageOf)
    case 'flag':
      return []
  }
}

function warningsOf(rule: FieldRule, { longName, currency }: Country, { fields }: Method): readonly Message[] {
  switch (rule.kind) {
    case 'name':
      return longName === undefined ? [] : [{ id: 'rule.longName', params: { max: longName } }]
    case 'amount':
      return [{ id: 'rule.decimals', params: { currency, decimals: decimalsOf(currency) ?? 0 } }]
    case 'pix-key':
      return [{ id: 'rule.checkDigits', params: { number: { id: 'document.cpf' } } }]
    case 'bank':
      return rule.bank.nationalCodes ? [{ id: 'rule.bankNotListed' }] : []
    case 'number':
      return rule.numbers.flatMap(({ checks = [], bankOf }): readonly Message[] => [
        ...checks.map((check) => check.rule),
        ...(bankOf === undefined || fields.bankName?.use !== 'asked' ? [] : [{ id: 'rule.otherBank' } as const]),
      ])
    default:
      return []
  }
}
