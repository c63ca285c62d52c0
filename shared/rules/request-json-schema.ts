import { longestText } from '#shared/api/texts.ts'
import type { Translate } from '#shared/language/message.ts'
import { type FieldRule, type FieldUses, fieldUses } from '#shared/payout/field-uses.ts'
import { type FieldName, type FieldTable, payoutFields, requestFields, sentIn } from '#shared/payout/fields.ts'
import { pixKeyKinds } from '#shared/payout/pix-key.ts'
import { emailPattern, longestAsTyped } from '#shared/payout/read-text.ts'
import { sentName } from '#shared/payout/sent-request.ts'
import { webAddressPattern } from '#shared/payout/web-address.ts'
import {
  type BankRule,
  type ConditionalNumber,
  type Country,
  countryName,
  type Method,
} from '#shared/rule-book/country.ts'
import { dollars } from '#shared/rule-book/currencies.ts'
import { shapePattern } from '#shared/rule-book/shape.ts'

type JsonSchema = Readonly<Record<string, unknown>>

/**
 * JSON Schema (2020-12) of a country's payout request: what the provider is to receive, after cleaning.
 * Check digits and other warnings are not part of it. Interface, part C.
 */
export function requestJsonSchema(
  country: Country,
  translate: Translate,
  fields: FieldTable = payoutFields,
): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `${translate('payouts.form.request')} · ${translate(countryName(country))}`,
    type: 'object',
    anyOf: country.methods.map((method) => ({
      title: translate(method.label),
      ...methodSchema(country, method, fields),
    })),
  }
}

function methodSchema(country: Country, method: Method, fields: FieldTable): JsonSchema {
  const uses = fieldUses(country, method, fields)
  return {
    properties: Object.fromEntries(
      sentFields(uses, fields).map((field) => [sentName(fields, field), fieldSchema(uses, field, country)]),
    ),
    required: requiredFields(uses, fields).map((field) => sentName(fields, field)),
    additionalProperties: false,
    allOf: [
      termsWithUsd(sentName(fields, 'currencyCode')),
      ...lastNames(country),
      ...numberConditions(uses),
      ...sentByAnother(method),
    ],
  }
}

/** Account numbers that the form takes under this method and the request sends under another. */
function sentByAnother({ accountsOfAnother }: Method): readonly JsonSchema[] {
  if (accountsOfAnother === undefined) return []
  const properties = { accountNumber: { pattern: shapePattern(accountsOfAnother) } }
  return [{ not: { properties, required: ['accountNumber'] } }]
}

/** Interface, "USD payouts in every country". */
function termsWithUsd(currency: string): JsonSchema {
  return {
    if: { properties: { [currency]: { const: dollars } } },
    then: { properties: { TermsApproved: { const: true } }, required: ['TermsApproved'] },
  }
}

/** Required of those who have one. */
function lastNames({ beneficiaryTypes }: Country): readonly JsonSchema[] {
  if (beneficiaryTypes === undefined) return []
  const withLastName = beneficiaryTypes.filter(({ onlyName }) => onlyName === undefined).map(({ code }) => code)
  const properties = { beneficiaryType: { enum: withLastName } }
  return [{ if: { properties }, then: { properties: { beneficiaryLastName: {} }, required: ['beneficiaryLastName'] } }]
}

function sentFields(uses: FieldUses, fields: FieldTable): readonly string[] {
  return sentIn(fields).filter((field) => uses[field]?.use === 'asked' || uses[field]?.use === 'hyphen')
}

function requiredFields(uses: FieldUses, fields: FieldTable): readonly string[] {
  return sentIn(fields).filter((field) => {
    const use = uses[field]
    if (use === undefined) return false
    if (field === 'currencyCode') return true
    if (field === 'beneficiaryLastName') return uses.beneficiaryType.use !== 'asked'
    return use.use === 'hyphen' || (use.use === 'asked' && use.required)
  })
}

function fieldSchema(uses: FieldUses, field: string, country: Country): JsonSchema {
  const use = uses[field]
  return use?.use === 'asked' ? ruleSchema(use.rule, country) : { const: '-' }
}

function ruleSchema(rule: FieldRule, country: Country): JsonSchema {
  switch (rule.kind) {
    case 'country':
      return { const: country.code }
    case 'amount':
      return { type: 'number', exclusiveMinimum: 0 }
    case 'flag':
      return { type: 'boolean' }
    case 'code':
      return { enum: rule.choices.map(({ code }) => code) }
    case 'bank':
      return bankSchema(rule.bank)
    case 'number':
      return { ...text, anyOf: rule.numbers.map(({ shape }) => ({ pattern: shapePattern(shape) })) }
    case 'pix-key':
      return {
        ...text,
        anyOf: Object.values(pixKeyKinds).map(({ label, pattern }) => ({ title: label, pattern: pattern.source })),
      }
    case 'email':
      return { ...text, pattern: emailPattern.source }
    case 'url':
      return { ...text, pattern: webAddressPattern.source }
    case 'name':
      return { ...text, pattern: '\\S', not: { const: '-' } }
    case 'text':
      return { ...text, pattern: '\\S' }
    case 'as-typed':
      return { ...text, maxLength: longestAsTyped, pattern: '^\\S(?:[\\s\\S]*\\S)?$' }
  }
}

const text = { type: 'string', maxLength: longestText } as const

function bankSchema({ banks, nationalCodes }: BankRule): JsonSchema {
  return nationalCodes === undefined
    ? { enum: banks.map(({ code }) => code) }
    : { type: 'string', pattern: shapePattern(nationalCodes.shape) }
}

/** Numbers that depend on other fields: tried in order, the first whose conditions hold decides. */
function numberConditions(uses: FieldUses): readonly JsonSchema[] {
  return requestFields.flatMap((field) => {
    const use = uses[field]
    return use.use === 'asked' && use.rule.kind === 'number' ? conditions(field, use.rule.numbers) : []
  })
}

function conditions(field: FieldName, numbers: readonly ConditionalNumber[]): readonly JsonSchema[] {
  return numbers.map((number, index) => {
    const earlier = numbers.slice(0, index).map(holds)
    return {
      if: { allOf: [holds(number), ...earlier.map((condition) => ({ not: condition }))] },
      then: { properties: { [field]: { pattern: shapePattern(number.shape) } } },
    }
  })
}

function holds({ when = {} }: ConditionalNumber): JsonSchema {
  const properties = Object.entries(when).map(([name, values]) => [name, { enum: values }] as const)
  return { properties: Object.fromEntries(properties), required: properties.map(([name]) => name) }
}
