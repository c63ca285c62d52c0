import { translateIssue } from '#shared/api/issue-message.ts'
import type { CountryRules, RulesIndex } from '#shared/api/rules.ts'
import { anyCountry, ruleBook, validationOnlyCountries } from '#shared/countries/rule-book.ts'
import type { Message, MessageId, Translate } from '#shared/language/message.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import { currenciesOf, type FieldUse, fieldUses } from '#shared/payout/field-uses.ts'
import { type FieldName, type FieldTable, payoutFields, requestFields } from '#shared/payout/fields.ts'
import { payoutTypeOf, validationTypeOf } from '#shared/rule-book/account-type-codes.ts'
import {
  accountKinds,
  type BankValidationRule,
  type ConditionalNumber,
  type Country,
  countryName,
  type Method,
  type ValidationDocument,
  type ValidationOnlyCountry,
} from '#shared/rule-book/country.ts'
import { dollars } from '#shared/rule-book/currencies.ts'
import { describeShape, shapePattern } from '#shared/rule-book/shape.ts'
import { explainField } from './field-explanation.ts'
import { requestJsonSchema } from './request-json-schema.ts'

/** The rule book as data, in a language, for GET /api/rules: one line a country. */
export function rulesIndex(translate: Translate): RulesIndex {
  const paid = Object.values(ruleBook).map((country) => ({
    ...line(country, translate),
    currencies: currenciesOf(country).map(({ code }) => code),
    payouts: true,
  }))
  const others = validationOnlyCountries.map((country) => ({
    ...line(country, translate),
    currencies: [],
    payouts: false,
  }))
  return { countries: [...paid, ...others] }
}

/** One country's rules with a JSON Schema of its payout request, for GET /api/rules/{country}; undefined when unknown. */
export function buildCountryRules(
  code: string,
  translate: Translate,
  fields: FieldTable = payoutFields,
): CountryRules | undefined {
  const country = anyCountry(code)
  if (country === undefined) return undefined
  return 'methods' in country ? payableRules(country, translate, fields) : validationOnlyRules(country, translate)
}

function line(country: Country | ValidationOnlyCountry, translate: Translate) {
  const { code } = country
  const bankValidation = 'bankValidation' in country && country.bankValidation !== undefined
  return {
    code,
    name: translate(countryName(country)),
    identityValidation: country.identityValidation !== undefined,
    bankValidation,
    href: `/api/rules/${code}`,
  }
}

function payableRules(country: Country, translate: Translate, fields: FieldTable): CountryRules {
  const { code, currency, notice, identityValidation, bankValidation } = country
  return {
    code,
    name: translate(countryName(country)),
    currency,
    currencies: currenciesOf(country).map((choice) => choice.code),
    ...(notice && { notice: translateIssue(translate, notice) }),
    methods: country.methods.map((method) => methodRules(country, method, translate)),
    ...(identityValidation && {
      identityValidation: { documents: documentsOf(identityValidation.documents, country, translate) },
    }),
    ...(bankValidation && { bankValidation: bankValidationRules(bankValidation, country, translate) }),
    requestSchema: requestJsonSchema(country, translate, fields),
  }
}

function validationOnlyRules(country: ValidationOnlyCountry, translate: Translate): CountryRules {
  const { code, identityValidation } = country
  const name = translate(countryName(country))
  const documents = documentsOf(identityValidation.documents, undefined, translate)
  return { code, name, currencies: [], methods: [], identityValidation: { documents }, requestSchema: null }
}

function methodRules(country: Country, method: Method, translate: Translate): CountryRules['methods'][number] {
  const uses = fieldUses(country, method)
  const notices = (method.notices ?? []).map((notice) => translateIssue(translate, notice))
  const fields = requestFields.flatMap((field) =>
    fieldRules(field, uses[field], translate).map((rules) => ({
      ...rules,
      ...(field === 'TermsApproved' && termsRules(country)),
      ...explained(field, country, method, translate),
    })),
  )
  const [label, summary] = [translate(method.label), translate(method.summary)]
  return { id: method.id, label, summary, ...(notices.length > 0 && { notices }), fields }
}

/** Interface, "USD payouts in every country". */
function termsRules({ currency }: Country) {
  return currency === dollars ? { required: true } : { requiredWhen: { currencyCode: [dollars] } }
}

function explained(field: FieldName, country: Country, method: Method, translate: Translate) {
  const { hints, example, cleaning, warnings } = explainField(field, country, method)
  const texts = (messages: readonly (MessageId | Message)[]) => messages.map((message) => translate(message))
  return {
    ...(hints.length > 0 && { hint: texts(hints).join(' ') }),
    ...(example !== undefined && { example }),
    ...(cleaning.length > 0 && { cleaning: texts(cleaning) }),
    ...(warnings.length > 0 && { warnings: [...new Set(texts(warnings))] }),
  }
}

function fieldRules(name: FieldName, use: FieldUse, translate: Translate): CountryRules['methods'][number]['fields'] {
  if (use.use === 'none') return []
  if (use.use !== 'asked')
    return [{ name, label: translate(fieldLabel(name)), use: use.use, required: false, why: translate(use.why) }]
  const { rule, required } = use
  return [
    {
      name,
      label: translate(fieldLabel(name, rule)),
      use: 'asked',
      required,
      ...(rule.kind === 'code' && {
        choices: rule.choices.map(({ code, label }) => ({
          code,
          label: label === undefined ? code : translate(label),
        })),
      }),
      ...(rule.kind === 'bank' && {
        banks: rule.bank.banks.map((bank) => ({ ...bank, otherNames: [...bank.otherNames] })),
      }),
      ...(rule.kind === 'bank' && rule.bank.nationalCodes && { nationalCodes: true }),
      ...(rule.kind === 'bank' && rule.bank.apiOnly && { apiOnly: [...rule.bank.apiOnly] }),
      ...(rule.kind === 'number' && { numbers: rule.numbers.map((number) => numberRules(number, translate)) }),
    },
  ]
}

function numberRules({ label, shape, example, hint, when }: ConditionalNumber, translate: Translate) {
  const texts = { label: translate(label), shape: translate(describeShape(shape)) }
  const described = { ...texts, pattern: shapePattern(shape), example }
  return { ...described, ...(hint && { hint: translate(hint) }), ...(when && { when }) }
}

function documentsOf(documents: readonly ValidationDocument[], country: Country | undefined, translate: Translate) {
  return documents.map(({ code, kind, asked }) => {
    const inPayout = country?.documents.find((document) => document.kind === kind)
    const named = asked?.label ?? inPayout?.label
    const label = named === undefined ? code : translate(named)
    return {
      code,
      label,
      ...(inPayout && { payoutCode: inPayout.code }),
      ...(asked && { number: numberRules(asked, translate) }),
    }
  })
}

function bankValidationRules(
  rule: BankValidationRule,
  country: Country,
  translate: Translate,
): NonNullable<CountryRules['bankValidation']> {
  return {
    documents: documentsOf(rule.documents, country, translate),
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
