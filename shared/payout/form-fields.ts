import { decimalsOf } from '#shared/countries/rule-book.ts'
import type { Message } from '#shared/language/message.ts'
import type {
  AskedField,
  BankRule,
  ConditionalNumber,
  Country,
  FieldValues,
  Method,
} from '#shared/rule-book/country.ts'
import { needsTerms } from '#shared/rule-book/currencies.ts'
import { fieldLabelIn, onlyName } from './field-label.ts'
import { type FieldChoice, type FieldRule, fieldUses, matchingNumbers } from './field-uses.ts'
import { type FieldName, type FieldWithSection, type FormSectionName, fieldNames, fieldOf } from './fields.ts'
import { cleanNumber } from './read-number.ts'

/** One field of the form: what it asks, and how it is best entered. */
export interface FormField {
  readonly name: FormFieldName
  readonly label: Message
  readonly section: FormSectionName
  readonly control: 'text' | 'choice' | 'bank' | 'flag'
  readonly required: boolean
  /** A sentence; of a number its own rules tell more. */
  readonly hint: Message | undefined
  /** Which keyboard a phone shows. */
  readonly keyboard: 'text' | 'numeric' | 'decimal' | 'email' | 'url'
  readonly choices: readonly FieldChoice[]
  readonly bank: BankRule | undefined
  /** What the number can be so far, by the same rules as the error: the form says "22 digits", with an example. */
  readonly numbers: readonly ConditionalNumber[]
}

/** The country is chosen before the form; test mode is the page's own switch. */
export type FormFieldName = Exclude<FieldWithSection, 'country'>

/**
 * The fields that a country and method ask for, in the order of the form. Labels and hints follow from what is filled in
 * so far. A choice with a single answer is not asked: see {@link onlyChoices}.
 */
export function formFields(country: Country, method: Method, given: FieldValues): readonly FormField[] {
  const uses = fieldUses(country, method)
  return formOrder(method).flatMap(([field, section]) => {
    const use = uses[field]
    if (use.use !== 'asked' || isSettled(use.rule) || !isWanted(field, given)) return []
    const hint = companyHint(field, country, given)
    return [{ ...formField(field, section, use.rule, given), ...naming(field, use, country, given), ...hint }]
  })
}

/** Fields whose only choice needs no asking, with that choice: one document type, say. */
export function onlyChoices(country: Country, method: Method): FieldValues {
  const known = settledChoices.get(method) ?? findOnlyChoices(country, method)
  settledChoices.set(method, known)
  return known
}

/** Made once for each method, which belongs to one country. */
const settledChoices = new WeakMap<Method, FieldValues>()

function findOnlyChoices(country: Country, method: Method): FieldValues {
  const uses = fieldUses(country, method)
  const settled = fieldNames.flatMap((field) => {
    const use = uses[field]
    if (use.use !== 'asked' || use.rule.kind !== 'code' || !isSettled(use.rule)) return []
    return use.rule.choices.map(({ code }) => [field, code] as const)
  })
  return Object.fromEntries(settled)
}

/**
 * Name and section of every field that a form can show, in reading order; country and method come before. The fields of the account are in
 * the order of the country's file: in Mexico the number comes first, as it names the bank.
 */
export function formOrder({ fields }: Method): readonly (readonly [FormFieldName, FormSectionName])[] {
  const ofMethod = Object.keys(fields)
  const placeOf = (name: FormFieldName) =>
    ofMethod.includes(name) ? ofMethod.indexOf(name) : (fieldOf(name).place ?? 0)
  return formSections.flatMap((section) =>
    formFieldNames
      .filter((name) => fieldOf(name).section === section)
      .toSorted((a, b) => placeOf(a) - placeOf(b))
      .map((name) => [name, section] as const),
  )
}

const formSections: readonly FormSectionName[] = ['beneficiary', 'account', 'payment', 'more']

const formFieldNames: readonly FormFieldName[] = fieldNames.filter(isFormField)

function isFormField(name: FieldName): name is FormFieldName {
  return name !== 'country' && fieldOf(name).section !== undefined
}

/** The terms are those of payouts in US dollars. */
function isWanted(field: FieldName, { currencyCode }: FieldValues): boolean {
  return field !== 'TermsApproved' || needsTerms(currencyCode)
}

function isSettled(rule: FieldRule): boolean {
  return rule.kind === 'code' && rule.choices.length === 1
}

/** What a field is called and whether it has to be filled in; both depend on who is paid. */
function naming(
  field: FormFieldName,
  { rule, required }: AskedField<FieldRule>,
  country: Country,
  given: FieldValues,
): Pick<FormField, 'label' | 'required'> {
  const label = fieldLabelIn(country, field, rule, given)
  if (field === 'TermsApproved' || field === 'currencyCode') return { label, required: true }
  return { label, required: required && (field !== 'beneficiaryLastName' || onlyName(country, given) === undefined) }
}

/** A company outside of Chile has no field of its own for its name: both together are what it is registered under. */
function companyHint(
  field: FormFieldName,
  { documents }: Country,
  given: FieldValues,
): Partial<Pick<FormField, 'hint'>> {
  if (field !== 'beneficiaryFirstName' && field !== 'beneficiaryLastName') return {}
  const document = documents.find(({ code }) => code === given.documentType)
  const isOfCompany = document?.isOfCompany?.(cleanNumber(given.documentNumber ?? '', document).value) ?? false
  return isOfCompany ? { hint: { id: `field.${field}.ofCompany` } } : {}
}

function formField(
  name: FormFieldName,
  section: FormSectionName,
  rule: FieldRule,
  given: FieldValues,
): Omit<FormField, 'label' | 'required'> {
  return {
    name,
    section,
    control: controls[rule.kind],
    hint: hintOf(name, rule, given),
    keyboard: keyboardOf(rule, given),
    choices: rule.kind === 'code' ? rule.choices : [],
    bank: rule.kind === 'bank' ? rule.bank : undefined,
    numbers: rule.kind === 'number' ? matchingNumbers(rule.numbers, given) : [],
  }
}

const controls = {
  code: 'choice',
  bank: 'bank',
  flag: 'flag',
  amount: 'text',
  country: 'text',
  email: 'text',
  name: 'text',
  number: 'text',
  'pix-key': 'text',
  text: 'text',
  'as-typed': 'text',
  url: 'text',
} as const

function hintOf(name: FormFieldName, rule: FieldRule, { currencyCode }: FieldValues): Message | undefined {
  if (rule.kind === 'pix-key') return { id: 'field.recipientPixKey.hint' }
  if (rule.kind === 'amount' && currencyCode !== undefined && decimalsOf(currencyCode) === 0)
    return { id: 'field.amount.hintWithoutDecimals' }
  const { hint } = rule.kind === 'amount' ? ({ hint: 'field.amount.hint' } as const) : fieldOf(name)
  return hint && { id: hint }
}

function keyboardOf(rule: FieldRule, given: FieldValues): FormField['keyboard'] {
  if (rule.kind === 'amount') return 'decimal'
  if (rule.kind === 'email' || rule.kind === 'url') return rule.kind
  if (rule.kind !== 'number') return 'text'
  // A number with cleaning of its own may be typed with an X or a hyphen that means something.
  const numbers = matchingNumbers(rule.numbers, given)
  return numbers.every(({ shape, cleaning }) => shape.alphabet === 'digits' && !cleaning) ? 'numeric' : 'text'
}
