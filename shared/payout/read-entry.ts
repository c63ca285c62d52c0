import { type Issue, type IssueContent, issueOn, mostErrors, type ParseResult } from '#shared/api/issue.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { countryCodes, isCountryCode, methodFor, ruleBook } from '#shared/countries/rule-book.ts'
import type { Country, EntrySource, FieldValues, Method, MethodId } from '#shared/rule-book/country.ts'
import { needsTerms } from '#shared/rule-book/currencies.ts'
import { destinationsOf } from './destinations.ts'
import type { RawEntry } from './entry.ts'
import { fieldLabel } from './field-label.ts'
import type { FieldChange } from './field-reading.ts'
import { type FieldUse, type FieldUses, fieldUses, generalUses } from './field-uses.ts'
import { givenIn, settled } from './field-values.ts'
import { type FieldDefinition, type FieldTable, payoutFields } from './fields.ts'
import { cpfOfAnother } from './pix-key.ts'
import { upperCode } from './read-code.ts'
import { readUse } from './read-field.ts'
import { isBlank, isEmpty, isTooLong, tooLong, wholeBody, wrongType } from './typed-value.ts'

/** The result of reading an entry. Without errors, `request` is exactly what the provider is to receive. */
export interface EntryReading {
  readonly country: Country
  readonly method: Method
  readonly request: PayoutRequest
  readonly errors: readonly Issue[]
  readonly changes: readonly FieldChange[]
  readonly warnings: readonly Issue[]
  readonly notices: readonly Issue[]
}

/** The result for an entry whose country is not known. */
export interface UnreadableEntry {
  readonly country: undefined
  readonly errors: readonly Issue[]
}

export interface EntryReadOptions {
  /** Who entered it: a person can be asked what 1.000 means; of a program it is decimal text, with a warning. */
  readonly enteredBy?: EntrySource
  /** A beneficiary alone has no payment, and a payment alone no beneficiary: the fields of the other are not read. */
  readonly part?: FieldDefinition['of'] | undefined
  readonly fields?: FieldTable
}

/**
 * Reads an entry of any shape: the one reader, for the page, previews, saving, validations and files. Cleans each value, checks it, and
 * writes the request in the interface's order of fields. All errors come at once; with errors, the request holds what could be read. Never
 * throws. Interface, part C.
 */
export function readEntry(entry: unknown, options: EntryReadOptions = {}): EntryReading | UnreadableEntry {
  if (!isRawEntry(entry)) return { country: undefined, errors: [wrongType('', wholeBody, 'object', entry)] }
  const code =
    typeof entry.country === 'string' && !isTooLong(entry.country) ? upperCode(entry.country).value : undefined
  if (isCountryCode(code)) return readEntryOf(ruleBook[code], entry, options)
  return { country: undefined, errors: [countryError(entry.country), ...generalErrors(entry, options)] }
}

/** The same for an entry whose country is known. */
export function readEntryOf(country: Country, anySpelling: RawEntry, options: EntryReadOptions = {}): EntryReading {
  const { enteredBy = 'program', fields = payoutFields }: EntryReadOptions = options
  const { entry, errors: spelling } = inOwnSpelling(anySpelling, fields)
  const typed = givenIn(entry, country)
  const method = methodFor(country, typed, chosenMethod(country, entry), enteredBy)
  const uses = fieldUses(country, method, fields)
  const given = settled(typed, uses, country)
  const context = { country, given, isTypedByPerson: enteredBy === 'person' }
  const request: Record<string, string | number | boolean> = {}
  const errors = [...methodErrors(country, entry), ...spelling, ...unknownFields(entry, fields)]
  const changes: FieldChange[] = []
  const warnings: Issue[] = []
  const notices: Issue[] = []
  for (const { name, use, field } of fieldsRead(uses, fields)) {
    if (options.part !== undefined && field.of !== options.part) continue
    const reading = readUse(name, entry[name], use, context)
    if (reading.value !== undefined && field.sent !== false) request[name] = reading.value
    // Of most fields there is nothing to say.
    if (reading.errors.length > 0) errors.push(...reading.errors)
    if (reading.changes.length > 0) changes.push(...reading.changes)
    if (reading.warnings.length > 0) warnings.push(...reading.warnings)
    if (reading.notices.length > 0) notices.push(...reading.notices)
  }
  warnings.push(...cpfOfAnother(request))
  if (options.part === undefined)
    warnings.push(...unnamedAccount(uses, request, chosenMethod(country, entry) ?? entry.accountNumber))
  notices.push(...noticesOf(country, method, given))
  return { country, method, request, errors, changes, warnings, notices }
}

/** Some fields have a second spelling, which an entry may use instead. Interface, part C: "Also written CurrencyCode". */
function inOwnSpelling(
  entry: RawEntry,
  fields: FieldTable,
): { readonly entry: RawEntry; readonly errors: readonly Issue[] } {
  const twins = secondSpellings(fields).filter(({ other }) => Object.hasOwn(entry, other))
  if (twins.length === 0) return { entry, errors: [] }
  const own = { ...entry }
  const errors: Issue[] = []
  for (const { name, other } of twins) {
    if (isBlank(own[name]) && !isTooLong(own[name])) own[name] = own[other]
    else if ((!isBlank(own[other]) || isTooLong(own[other])) && own[name] !== own[other]) {
      errors.push(issueOn(other, 'spelt_twice', { name, other }))
    }
    delete own[other]
  }
  return { entry: own, errors }
}

function secondSpellings(fields: FieldTable): readonly { readonly name: string; readonly other: string }[] {
  const found =
    spellings.get(fields) ??
    Object.entries(fields).flatMap(([name, { alsoSpelt }]) =>
      alsoSpelt === undefined ? [] : [{ name, other: alsoSpelt }],
    )
  spellings.set(fields, found)
  return found
}

/** Made once for a table, as a file of entries and every keystroke ask for them. */
const spellings = new WeakMap<FieldTable, ReturnType<typeof secondSpellings>>()

/**
 * The interface takes such a request; whether the money arrives, only the provider can tell. A method without an account, chosen or written as a
 * hyphen, is meant; one that follows from blank fields may be an account that was forgotten.
 */
function unnamedAccount(uses: FieldUses, request: PayoutRequest, meant: unknown): readonly Issue[] {
  if (uses.accountNumber.use === 'hyphen' && !isEmpty(meant)) return []
  const isAsked = [uses.accountNumber, uses.recipientPixKey].some((use) => use.use === 'asked' && use.required)
  if (isAsked || destinationsOf(request).length > 0) return []
  return [issueOn('accountNumber', 'no_account_named', {})]
}

/** What a person should know about this entry as a whole, though nothing has to be done. */
function noticesOf(country: Country, method: Method, given: FieldValues): readonly Issue[] {
  return [
    ...noticeOf('', country.notice),
    ...(method.notices ?? []).flatMap((notice) => noticeOf('', notice)),
    ...usdNotice(country, given),
  ]
}

function noticeOf(field: string, notice: IssueContent | undefined): readonly Issue[] {
  return notice === undefined ? [] : [{ field, ...notice }]
}

/** Interface, "USD payouts in every country". */
function usdNotice(country: Country, { currencyCode }: FieldValues): readonly Issue[] {
  if (!needsTerms(currencyCode)) return []
  return [issueOn('currencyCode', 'usd_settlement', { currency: country.currency })]
}

/** Whether it is an object that fields can be read of. */
export function isRawEntry(entry: unknown): entry is RawEntry {
  return typeof entry === 'object' && entry !== null && !Array.isArray(entry)
}

interface FieldToRead {
  readonly name: string
  readonly use: FieldUse
  readonly field: FieldDefinition
}

/** The fields with what is done with each, in the order of the request. */
function fieldsRead(uses: FieldUses, fields: FieldTable): readonly FieldToRead[] {
  const found =
    lists.get(uses) ??
    Object.entries(fields).flatMap(([name, field]) => {
      const use = uses[name]
      return use === undefined ? [] : [{ name, use, field }]
    })
  lists.set(uses, found)
  return found
}

/** Made once for each method, as the spellings. */
const lists = new WeakMap<FieldUses, readonly FieldToRead[]>()

/** The errors that are known before the country is: those of the fields that every country has. */
function generalErrors(entry: RawEntry, { part, fields = payoutFields }: EntryReadOptions): readonly Issue[] {
  const uses = generalUses(fields)
  const context = { country: undefined, given: settled(givenIn(entry), uses), isTypedByPerson: false }
  const asked = fieldsRead(uses, fields).filter(
    ({ name, use, field }) => name !== 'country' && use.use === 'asked' && (part === undefined || field.of === part),
  )
  return [
    ...unknownFields(entry, fields),
    ...asked.flatMap(({ name, use }) => readUse(name, entry[name], use, context).errors),
  ]
}

function chosenMethod({ methods }: Country, { method }: RawEntry): MethodId | undefined {
  return methods.find(({ id }) => id === method)?.id
}

function methodErrors(country: Country, { method }: RawEntry): readonly Issue[] {
  if (isTooLong(method)) return [tooLong('method', { id: 'field.method' })]
  if (isBlank(method) || chosenMethod(country, { method }) !== undefined) return []
  if (typeof method !== 'string') return [wrongType('method', { id: 'field.method' }, 'text', method)]
  const allowed = country.methods.map(({ id }) => id)
  return [issueOn('method', 'unknown_method', { given: method, allowed })]
}

function countryError(given: unknown): Issue {
  const label = fieldLabel('country')
  if (isTooLong(given)) return tooLong('country', label)
  const allowed = [...countryCodes]
  if (isBlank(given)) return issueOn('country', 'missing', { label, act: 'choose', allowed })
  if (typeof given !== 'string') return wrongType('country', label, 'text', given)
  return issueOn('country', 'unknown_country', { given, allowed })
}

/** The result of a reading without errors. */
export type PayoutPreview = Pick<EntryReading, 'request' | 'changes' | 'warnings' | 'notices'>

/** The exact payout request of an entry of any shape, with all changes, warnings and notices; or every error at once. Never throws. */
export function previewPayout(entry: unknown, options: EntryReadOptions = {}): ParseResult<PayoutPreview> {
  const reading = readEntry(entry, options)
  if (reading.country === undefined || reading.errors.length > 0)
    return { ok: false, errors: reading.errors.slice(0, mostErrors) }
  const { request, changes, warnings, notices } = reading
  return { ok: true, value: { request, changes, warnings, notices } }
}

/** An error for each property that is no field of an entry, as many as are listed at most; a name spelt in another case is pointed out. */
function unknownFields(entry: RawEntry, fields: FieldTable = payoutFields): readonly Issue[] {
  return Object.keys(entry)
    .filter((name) => name !== 'method' && !Object.hasOwn(fields, name))
    .slice(0, mostErrors)
    .map((name) => {
      const small = name.toLowerCase()
      const meant = Object.keys(fields).find((field) => field.toLowerCase() === small)
      const params = meant === undefined ? { name } : { name, meant }
      return issueOn(name, 'unknown_field', params)
    })
}
