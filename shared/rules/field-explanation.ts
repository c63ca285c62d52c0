import { amountAsNumber, amountSteps } from '#shared/payout/amount.ts'
import type { FieldName } from '#shared/payout/fields.ts'
import { formFields } from '#shared/payout/form-fields.ts'
import { notAPixKey, pixKeySteps } from '#shared/payout/pix-key.ts'
import { bankCodeSteps } from '#shared/rule-book/bank-code.ts'
import { bareCodeSteps, type CleaningStep, numberSteps, textSteps, upperCodeSteps } from '#shared/rule-book/cleaning.ts'
import type { Country, Method } from '#shared/rule-book/country.ts'
import { decimalsOf, dollars } from '#shared/rule-book/currencies.ts'
import { inSentence } from '#shared/rule-book/field-label.ts'
import { type FieldRule, fieldUses } from '#shared/rule-book/field-uses.ts'

export interface FieldExplanation {
  readonly hint?: string
  readonly example?: string
  readonly cleaning?: string[]
  readonly warnings?: string[]
}

/** What a person can look up about a field that is asked: what to enter, what is done to it, what draws a warning. */
export function explainField(field: FieldName, country: Country, method: Method): FieldExplanation {
  const use = fieldUses(country, method)[field]
  if (use.use !== 'asked') return {}
  const example = method.sample[field]
  const hint = hintOf(field, use.rule, country, method)
  const cleaning = [...new Set(cleaningOf(field, use.rule))]
  const warnings = [...new Set(warningsOf(use.rule, country, method))]
  return {
    ...(hint !== undefined && { hint }),
    ...(example !== undefined && { example }),
    ...(cleaning.length > 0 && { cleaning }),
    ...(warnings.length > 0 && { warnings }),
  }
}

/** In the words of the form; a number is described by its own rules. */
function hintOf(field: FieldName, rule: FieldRule, country: Country, method: Method): string | undefined {
  if (rule.kind === 'number' || rule.kind === 'bank') return undefined
  if (field === 'country') return `${country.code} for ${country.name}.`
  if (field === 'currencyCode') return `${country.currency} where none is given.`
  if (rule.kind === 'name') return nameHint(field, country)
  if (rule.kind === 'pix-key') return notAPixKey('').detail
  const currencyCode = field === 'TermsApproved' ? dollars : country.currency
  const asked = formFields(country, method, { ...method.sample, currencyCode })
  return asked.find(({ name }) => name === field)?.hint ?? kinds[rule.kind]
}

const kinds: Partial<Readonly<Record<FieldRule['kind'], string>>> = {
  text: 'Any text.',
  'as-typed': 'As the provider tells you; the interface shows no values for this country.',
  email: 'An e-mail address.',
  flag: 'Yes or no.',
}

/** Some have a single name, which is sent as the first. */
function nameHint(field: FieldName, { beneficiaryTypes = [] }: Country): string {
  const single = beneficiaryTypes.flatMap(({ label, onlyName }) =>
    onlyName === undefined ? [] : [{ label, onlyName }],
  )
  const issueContent = single.map(({ label, onlyName }) =>
    field === 'beneficiaryFirstName'
      ? `${label}: the ${inSentence(onlyName)} stands here.`
      : `${label}: may stay empty.`,
  )
  return ['Any letters.', ...issueContent].join(' ')
}

function cleaningOf(field: FieldName, rule: FieldRule): readonly string[] {
  if (field === 'currencyCode') return details(upperCodeSteps)
  switch (rule.kind) {
    case 'amount':
      return [...details(amountSteps), amountAsNumber]
    case 'number':
      return rule.numbers.flatMap(({ cleaning }) => details(numberSteps(cleaning)))
    case 'pix-key':
      return details(pixKeySteps)
    case 'bank':
      return details(bankCodeSteps([rule.bank]))
    case 'country':
      return details(upperCodeSteps)
    case 'as-typed':
      return details(bareCodeSteps)
    case 'name':
    case 'text':
      return details(textSteps)
    case 'code':
    case 'email':
    case 'url':
      return details(bareCodeSteps)
    case 'flag':
      return []
  }
}

function details(steps: readonly CleaningStep[]): readonly string[] {
  return steps.map(({ detail }) => detail)
}

function warningsOf(rule: FieldRule, { longName, currency }: Country, { fields }: Method): readonly string[] {
  switch (rule.kind) {
    case 'name':
      return longName === undefined ? [] : [`More than ${longName} letters draw a warning.`]
    case 'amount':
      return [`More decimals than the currency has draw a warning; ${currency} has ${decimalsOf(currency) || 'none'}.`]
    case 'pix-key':
      return ['Check digits of a CPF that do not fit draw a warning.']
    case 'bank':
      return rule.bank.nationalCodes ? ['A code that is not on the central bank’s public list draws a warning.'] : []
    case 'number':
      return rule.numbers.flatMap(({ checks = [], bankOf }) => [
        ...checks.map((check) => check.rule),
        ...(bankOf === undefined || fields.bankName?.use !== 'asked'
          ? []
          : ['A number of another bank than the one chosen draws a warning.']),
      ])
    default:
      return []
  }
}
