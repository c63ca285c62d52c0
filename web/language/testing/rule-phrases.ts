import { reasons } from '#shared/api/reasons.ts'
import type { CountryRules } from '#shared/api/rules.ts'
import { sentinels } from '#shared/api/sandbox-sentinels.ts'
import { cvuAccount } from '#shared/banks/argentina.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { fieldNames } from '#shared/payout/fields.ts'
import { formFields } from '#shared/payout/form-fields.ts'
import { pixKeyKinds } from '#shared/payout/pix-key.ts'
import { readEntryOf } from '#shared/payout/read-entry.ts'
import { wholeBody } from '#shared/payout/wrong-type.ts'
import type { Country, Given, Method } from '#shared/rule-book/country.ts'
import { dollars } from '#shared/rule-book/currencies.ts'
import { fieldLabel } from '#shared/rule-book/field-label.ts'
import { rulesIndex, rulesOf } from '#shared/rules/rules-document.ts'
import { bankValidationQuestions } from '#shared/validation/validation-questions.ts'

/** Every text that the page can show of the rule book and of the other data in shared/: found by going through all of it. */
export function rulePhrases(): ReadonlySet<string> {
  const rules = rulesIndex().countries.flatMap(({ code }) => rulesOf(code) ?? [])
  const countries = Object.values(ruleBook)
  const texts = [
    ...fieldNames.map((field) => fieldLabel(field)),
    ...rules.flatMap(rulesTexts),
    ...countries.flatMap((country) => [country.region, ...countryTexts(country)]),
    ...Object.values(pixKeyKinds).map(({ label }) => label),
    ...reasons.flatMap(({ meaning, nextStep }) => [meaning, nextStep]),
    ...sentinels.map(({ description }) => description),
    cvuAccount,
    wholeBody,
  ]
  return new Set(texts.filter((text) => text !== undefined))
}

/** What the Rules page shows of a country. */
function rulesTexts({ name, notice, methods, identityValidation, bankValidation }: CountryRules): readonly Text[] {
  const documents = [...(identityValidation?.documents ?? []), ...(bankValidation?.documents ?? [])]
  return [
    name,
    notice,
    ...methods.flatMap(({ label, summary, notices = [], fields }) => [
      label,
      summary,
      ...notices,
      ...fields.flatMap(fieldTexts),
    ]),
    ...documents.flatMap(({ label, number }) => [label, ...(number ? numberTexts(number) : [])]),
  ]
}

type Text = string | undefined

type FieldRules = CountryRules['methods'][number]['fields'][number]

function fieldTexts({ label, why, hint, cleaning = [], warnings = [], choices = [], numbers = [] }: FieldRules) {
  const choiceLabels = choices.map((choice) => choice.label)
  return [label, why, hint, ...cleaning, ...warnings, ...choiceLabels, ...numbers.flatMap(numberTexts)]
}

function numberTexts({ label, shape, hint }: NonNullable<FieldRules['numbers']>[number]): readonly Text[] {
  return [label, shape, hint]
}

/** What the form and its bank check ask, whatever is chosen in it. */
function countryTexts(country: Country): readonly Text[] {
  return country.methods.flatMap((method) => [
    ...choicesIn(country, method).flatMap((given) =>
      formFields(country, method, given).flatMap(({ label, hint }) => [label, hint]),
    ),
    ...bankValidationQuestions(country, method).flatMap(({ label, hint }) => [label, hint]),
    // No currency is among them, so that what is filled in is told too.
    ...readEntryOf(country, { ...method.sample, method: method.id }).changes.map(({ detail }) => detail),
  ])
}

/** Every way to choose what labels and hints depend on. */
function choicesIn(country: Country, { fields }: Method): readonly Given[] {
  const { bankName, payoutAccountTypeCode } = fields
  const banks = bankName?.use === 'asked' ? bankName.rule.banks : []
  const accountTypes = payoutAccountTypeCode?.use === 'asked' ? payoutAccountTypeCode.rule : []
  return [
    ...[country.currency, dollars].map((currencyCode) => ({ currencyCode })),
    ...(country.beneficiaryTypes ?? []).map(({ code }) => ({ beneficiaryType: code })),
    ...country.documents.map(({ code }) => ({ documentType: code })),
    ...[{}, ...accountTypes.map(({ code }) => ({ payoutAccountTypeCode: code }))].flatMap((given) => [
      given,
      ...banks.map(({ code }) => ({ ...given, bankName: code })),
    ]),
  ]
}
