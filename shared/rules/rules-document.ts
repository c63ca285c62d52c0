import type { CountryRules, RulesIndex } from '#shared/api/rules.ts'
import { ruleBook, validationOnlyCountries } from '#shared/countries/rule-book.ts'
import { type FieldName, type FieldTable, payoutFields, requestFields } from '#shared/payout/fields.ts'
import { payoutTypeOf, validationTypeOf } from '#shared/rule-book/account-type-codes.ts'
import {
  accountKinds,
  type BankValidationRule,
  type ConditionalNumber,
  type Country,
  type Method,
  type ValidationDocument,
  type ValidationOnlyCountry,
} from '#shared/rule-book/country.ts'
import { isCountryCode } from '#shared/rule-book/country-codes.ts'
import { fieldLabel } from '#shared/rule-book/field-label.ts'
import { currenciesOf, type FieldUse, fieldUses } from '#shared/rule-book/field-uses.ts'
import { describeShape, shapePattern } from '#shared/rule-book/shape.ts'
import { explainField } from './field-explanation.ts'
import { requestJsonSchema } from './request-json-schema.ts'

/** The rule book as data, for GET /api/rules: one line a country. */
export function rulesIndex(): RulesIndex {
  const paid = Object.values(ruleBook).map((country) => ({
    ...line(country),
    currency: country.currency,
    payouts: true,
  }))
  const others = validationOnlyCountries.map((country) => ({ ...line(country), payouts: false }))
  return { countries: [...paid, ...others] }
}

/** One country's rules with a JSON Schema of its payout request, for GET /api/rules/{country}; undefined when unknown. */
export function rulesOf(code: string, fields: FieldTable = payoutFields): CountryRules | undefined {
  if (isCountryCode(code)) return payableRules(ruleBook[code], fields)
  const other = validationOnlyCountries.find((country) => country.code === code)
  return other && validationOnlyRules(other)
}

function line({ code, name, ...country }: Country | ValidationOnlyCountry) {
  const bankValidation = 'bankValidation' in country && country.bankValidation !== undefined
  return {
    code,
    name,
    identityValidation: country.identityValidation !== undefined,
    bankValidation,
    href: `/api/rules/${code}`,
  }
}

function payableRules(country: Country, fields: FieldTable): CountryRules {
  const { code, name, currency, notice, identityValidation, bankValidation } = country
  return {
    code,
    name,
    currency,
    currencies: currenciesOf(country).map((choice) => choice.code),
    ...(notice && { notice: notice.detail }),
    methods: country.methods.map((method) => methodRules(country, method)),
    ...(identityValidation && {
      identityValidation: { documents: documentsOf(identityValidation.documents, country) },
    }),
    ...(bankValidation && { bankValidation: bankCheckRules(bankValidation, country) }),
    requestSchema: requestJsonSchema(country, fields),
  }
}

function validationOnlyRules({ code, name, identityValidation }: ValidationOnlyCountry): CountryRules {
  const documents = documentsOf(identityValidation.documents, undefined)
  return { code, name, currencies: [], methods: [], identityValidation: { documents }, requestSchema: null }
}

function methodRules(country: Country, method: Method): CountryRules['methods'][number] {
  const { id, label, summary } = method
  const uses = fieldUses(country, method)
  const notices = (method.notices ?? []).map(({ detail }) => detail)
  const fields = requestFields.flatMap((field) =>
    fieldRules(field, uses[field]).map((rules) => ({ ...rules, ...explainField(field, country, method) })),
  )
  return { id, label, summary, ...(notices.length > 0 && { notices }), fields }
}

function fieldRules(name: FieldName, use: FieldUse): CountryRules['methods'][number]['fields'] {
  if (use.use === 'none') return []
  if (use.use !== 'asked') return [{ name, label: fieldLabel(name), use: use.use, required: false, why: use.why }]
  const { rule, required } = use
  return [
    {
      name,
      label: fieldLabel(name, rule),
      use: 'asked',
      required,
      ...(rule.kind === 'code' && { choices: rule.choices.map(({ code, label }) => ({ code, label })) }),
      ...(rule.kind === 'bank' && {
        banks: rule.bank.banks.map((bank) => ({ ...bank, otherNames: [...bank.otherNames] })),
      }),
      ...(rule.kind === 'bank' && rule.bank.nationalCodes && { nationalCodes: true }),
      ...(rule.kind === 'bank' && rule.bank.apiOnly && { apiOnly: [...rule.bank.apiOnly] }),
      ...(rule.kind === 'number' && { numbers: rule.numbers.map(numberRules) }),
    },
  ]
}

function numberRules({ label, shape, example, hint, when }: ConditionalNumber) {
  const described = { label, shape: describeShape(shape), pattern: shapePattern(shape), example }
  return { ...described, ...(hint && { hint }), ...(when && { when }) }
}

function documentsOf(documents: readonly ValidationDocument[], country: Country | undefined) {
  return documents.map(({ code, kind, asked }) => {
    const inPayout = country?.documents.find((document) => document.kind === kind)
    const label = asked?.label ?? inPayout?.label ?? code
    return { code, label, ...(inPayout && { payoutCode: inPayout.code }), ...(asked && { number: numberRules(asked) }) }
  })
}

function bankCheckRules(rule: BankValidationRule, country: Country): NonNullable<CountryRules['bankValidation']> {
  return {
    documents: documentsOf(rule.documents, country),
    bank: rule.bank ?? 'not-used',
    accountTypes: accountKinds.flatMap((kind) => {
      const validationCode = validationTypeOf(rule, kind)
      const payoutCode = payoutTypeOf(country, kind)
      if (validationCode === undefined) return []
      return payoutCode === undefined ? { kind, validationCode } : { kind, payoutCode, validationCode }
    }),
    noAccountTypeFor: [...(rule.noAccountTypeFor ?? [])],
  }
}
