import type { CountryRules } from '#shared/api/rules.ts'
import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import { type FieldName, type FormSection, requestFields } from '#shared/payout/fields.ts'
import { formOrder } from '#shared/payout/form-fields.ts'
import { t } from '../language/translate.ts'
import type { FieldRules, MethodRules } from './rule-types.ts'

/** One field of a country: what each of its methods does with it. */
export interface FieldRow {
  readonly name: FieldName
  readonly label: string
  readonly section: FormSection
  /** At least one; methods that do the same share a case. */
  readonly cases: readonly FieldCase[]
}

export interface FieldCase {
  readonly methods: readonly string[]
  /** Absent: these methods do not use the field. */
  readonly rules?: FieldRules
  readonly examples: readonly string[]
}

/** Every field that some method of the country uses, in the order of the form; test mode, a switch of the page, last. */
export function fieldRows(country: CountryRules): readonly FieldRow[] {
  return readingOrder(country.code).flatMap(([name, section]) => {
    const cases = casesOf(name, country.methods)
    if (cases.every(({ rules }) => rules === undefined)) return []
    return [{ name, section, cases, label: labelOf(name, cases) }]
  })
}

/** The fields of the interface that no method of the country uses. */
export function unusedFields(country: CountryRules): readonly FieldName[] {
  const used = fieldRows(country).map(({ name }) => name)
  return country.methods.length === 0 ? [] : requestFields.filter((field) => !used.includes(field))
}

/** What is done to every field that is typed: said once, for all of them. */
export function cleaningOfAll(rows: readonly FieldRow[]): readonly string[] {
  const [first = [], ...others] = rows.map(cleaningOf).filter((cleaning) => cleaning.length > 0)
  return first.filter((detail) => others.every((cleaning) => cleaning.includes(detail)))
}

/** What is done to a field under any of the methods. */
export function cleaningOf({ cases }: FieldRow): readonly string[] {
  return [...new Set(cases.flatMap(({ rules }) => rules?.cleaning ?? []))]
}

/** As the form of the method with the most fields orders them. */
function readingOrder(code: string): readonly (readonly [FieldName, FormSection])[] {
  if (!isCountryCode(code)) return []
  const [fullest] = ruleBook[code].methods.toSorted(
    (a, b) => Object.keys(b.fields).length - Object.keys(a.fields).length,
  )
  return fullest === undefined ? [] : [['country', 'method'], ...formOrder(fullest), ['testMode', 'more']]
}

function casesOf(name: FieldName, methods: readonly MethodRules[]): readonly FieldCase[] {
  const cases = new Map<string, FieldCase>()
  for (const { label, fields } of methods) {
    const found = fields.find((field) => field.name === name)
    const { example, ...rules } = found ?? { example: undefined }
    const key = JSON.stringify(rules)
    const known = cases.get(key) ?? { methods: [], examples: [], ...('use' in rules && { rules }) }
    const examples = example === undefined ? known.examples : [...new Set([...known.examples, example])]
    cases.set(key, { ...known, methods: [...known.methods, label], examples })
  }
  return [...cases.values()]
}

/** The word of the country where its methods agree on one, else the general word. */
function labelOf(name: FieldName, cases: readonly FieldCase[]): string {
  const asked = cases.flatMap(({ rules }) => (rules?.use === 'asked' ? [rules.label] : []))
  const [only, ...others] = new Set(asked)
  return only === undefined || others.length > 0 ? t(fieldLabel(name)) : only
}
