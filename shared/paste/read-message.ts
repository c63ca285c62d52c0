import { type BankNames, noBankNames } from '#shared/banks/bank-names.ts'
import { type CountryCode, countryCodes, methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { fieldUses } from '#shared/payout/field-uses.ts'
import { isRequestField, textFields } from '#shared/payout/fields.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { bestAssignments } from './assign.ts'
import { type CountryMessage, type MessageParts, messageIn } from './country-message.ts'
import { type CountrySign, signsOf } from './country-signs.ts'
import { doubtsOf } from './doubts.ts'
import { chosenMethod } from './fill-form.ts'
import type { FoundField, FoundMethod, Sureness } from './found.ts'
import { messageParts } from './message-parts.ts'
import type { Option } from './option.ts'
import { longestMessage, type Span, type Words } from './pasted-text.ts'
import { fieldsOf } from './read-fields.ts'
import { type CountryReading, optionsOfCountry, readIn } from './reader.ts'
import { type PayeeRecord, recordOf, recordsIn } from './records.ts'

/** The result of reading a message. */
export interface MessageReading {
  readonly country: FoundCountry | undefined
  /** The way of paying that it names or that follows from what it holds. */
  readonly method: FoundMethod | undefined
  /** In the order of the form; several for one field are alternatives. */
  readonly fields: readonly FoundField[]
  /** Where the message is about several people or accounts: the stretches of them, of which a person chooses one. */
  readonly parts: readonly Words[]
  /** Nothing but the order of the values parts them, so none is sure. */
  readonly areGuessed: boolean
  /** Longer than {@link longestMessage}: nothing of it was read. */
  readonly isTooLong: boolean
}

/** The country of the payment and the words that speak for it. */
interface FoundCountry {
  readonly code: CountryCode
  readonly sureness: Sureness
  readonly why: readonly Words[]
}

interface GuessedReading extends CountryReading {
  readonly code: CountryCode
}

/**
 * Reads a chat or mail text into fields of the payout form. The message is read by the rules of every country, and the
 * country under which it makes most sense is the one it is about, unless a person chose one. A bank may be named as the merchant does.
 */
export function readMessage(text: string, chosen?: CountryCode, bankNames: BankNames = noBankNames): MessageReading {
  if (text.length > longestMessage) return { ...nothing, isTooLong: true }
  const parts = messageParts(text, bankNames)
  const found = countryOf(parts, chosen)
  if (found === undefined) return nothing
  const country = found.isKnown ? found : undefined
  const guess = { ...readIn(ruleBook[found.code], parts), code: found.code }
  const { records, isStructured } = recordsIn(parts.message, parts.layout, guess.options)
  const ranges = records.flatMap(({ range }) => (range === undefined ? [] : [range]))
  const whole = { range: undefined, options: guess.options, assignments: bestAssignments(guess.options) }
  const reading = presented(
    guess,
    country,
    ranges.length > 1 ? whole : (records[0] ?? whole),
    ranges.length < 2 && isStructured,
  )
  return {
    ...reading,
    parts: ranges.map((range) => parts.message.wordsAt(range)),
    areGuessed: !isStructured,
    isTooLong: false,
  }
}

/**
 * Reads the message as one about the part that a person chose, in the country of the whole, which is no surer for it. What is outside of all
 * parts may belong to each of them.
 */
export function readMessagePart(
  text: string,
  whole: MessageReading,
  part: Words,
  chosen?: CountryCode,
  bankNames: BankNames = noBankNames,
): MessageReading {
  const parts = messageParts(text, bankNames)
  const code = chosen ?? whole.country?.code
  if (code === undefined) return nothing
  const guess = { ...readIn(ruleBook[code], parts), code }
  const ranges = whole.parts.map((one) => parts.message.spanOf(one))
  const record = recordOf(parts.message.spanOf(part), ranges, guess.options)
  const country = chosen === undefined ? whole.country : { code: chosen, sureness: 'sure' as const, why: [] }
  return { ...presented(guess, country, record, !whole.areGuessed), parts: [], areGuessed: false, isTooLong: false }
}

const nothing: MessageReading = {
  country: undefined,
  method: undefined,
  fields: [],
  parts: [],
  areGuessed: false,
  isTooLong: false,
}

/** A country needs more than what any text has, and a lead over the next. */
const leastWeight = 0.5
const surelyAhead = 3

interface Weighed {
  readonly code: CountryCode
  readonly options: readonly Option[]
  readonly signs: readonly CountrySign[]
  readonly weight: number
}

/** What a way of paying says that the message names: Bre-B, Yape. */
const methodSaid = 3

/** What it says for a country that the check digit of an account fits and its bank is known: one in a hundred by chance. */
const bankProven = 2.5

/** The country under which the message makes most sense. */
function countryOf(
  parts: MessageParts,
  chosen: CountryCode | undefined,
): (FoundCountry & { readonly isKnown: boolean }) | undefined {
  if (chosen !== undefined) return { code: chosen, sureness: 'sure', why: [], isKnown: true }
  const known = new Map<Country['region'], Pick<Weighed, 'options'> & { readonly score: number }>()
  const all = countryCodes.map((code) => weighed(parts, code, known)).toSorted((a, b) => b.weight - a.weight)
  const [first, second] = all
  if (first === undefined) return undefined
  const lead = first.weight - (second?.weight ?? 0)
  const isKnown = first.weight > leastWeight && lead > 0
  return { code: first.code, sureness: lead >= surelyAhead ? 'sure' : 'likely', why: reasons(parts, first), isKnown }
}

/** What was found and what it says of the country; the countries of Africa have the same rules, so they are read once. */
function weighed(
  parts: MessageParts,
  code: CountryCode,
  known: Map<Country['region'], Pick<Weighed, 'options'> & { readonly score: number }>,
): Weighed {
  const country = ruleBook[code]
  const read = country.region === 'africa' ? known.get('africa') : undefined
  const options = read?.options ?? optionsOfCountry(country, parts)
  const score = read?.score ?? bestAssignments(options)[0]?.score ?? 0
  if (country.region === 'africa') known.set('africa', { options, score })
  const named = namedMethods(messageIn(country, parts)).map(({ words }) => ({
    ...parts.message.spanOf(words),
    weight: methodSaid,
  }))
  const proven = options.filter(({ isProven, bankOfNumber }) => isProven === true && bankOfNumber !== undefined)
  const signs = [
    ...signsOf(parts.message, country, parts.amounts),
    ...named.slice(0, 1),
    ...proven.slice(0, 1).map(({ start, end }) => ({ start, end, weight: bankProven })),
  ]
  return { code, options, signs, weight: score + signs.reduce((sum, { weight }) => sum + weight, 0) }
}

function presented(
  { reading, code }: GuessedReading,
  country: FoundCountry | undefined,
  record: PayeeRecord,
  isParted: boolean,
): Omit<MessageReading, 'parts' | 'areGuessed' | 'isTooLong'> {
  const { message } = reading
  const rules = ruleBook[code]
  const all = fieldsOf(message, record, doubtsOf(reading, record, isParted), (field) =>
    country?.sureness === 'sure' || isGeneral(field) ? undefined : 'otherCountry',
  ).filter(({ field }) => country !== undefined || isGeneral(field))
  const method = country === undefined ? undefined : chosenMethod(rules, all, namedMethods(reading))
  const fields = country === undefined ? all : askedFields(rules, method, all)
  return {
    country,
    method,
    fields: fields.toSorted((a, b) => textFields.indexOf(a.field) - textFields.indexOf(b.field)),
  }
}

/** Without what the way of paying does not ask for: a CCI names its bank. Where account numbers differ, all stays. */
function askedFields(
  country: Country,
  method: FoundMethod | undefined,
  fields: readonly FoundField[],
): readonly FoundField[] {
  const needed = fields.filter(({ field }) => field !== 'documentType' || country.documents.length > 1)
  if (fields.filter(({ field }) => field === 'accountNumber').length > 1) return needed
  const uses = fieldUses(country, methodIn(country, method?.id))
  return needed.filter(({ field }) => !isRequestField(field) || uses[field].use === 'asked')
}

function namedMethods({ country, labels, message }: CountryMessage): readonly FoundMethod[] {
  return labels.flatMap((label) => {
    const method = 'method' in label.meaning ? label.meaning.method : undefined
    const isOffered = country.methods.some(({ id }) => id === method)
    return method !== undefined && isOffered ? [{ id: method, words: message.wordsAt(label), isNamed: true }] : []
  })
}

/** Fields that mean the same whatever the country is. */
function isGeneral(field: FoundField['field']): boolean {
  return generalFields.has(field)
}

const generalFields: ReadonlySet<FoundField['field']> = new Set<FoundField['field']>([
  'beneficiaryFirstName',
  'beneficiaryLastName',
  'email',
  'city',
  'amount',
  'PaymentReason',
  'externalReference',
])

/** The words that speak for a country, for who wonders. */
function reasons({ message }: MessageParts, { signs, options }: Weighed): readonly Words[] {
  const proven = options.filter(({ isProven, score }) => isProven === true && score > 0)
  const spans: readonly Span[] = [...signs.filter(({ start, end }) => end > start), ...proven]
  const all = spans.map((span) => message.wordsAt(span))
  return all.filter(({ start }, place) => all.findIndex((words) => words.start === start) === place).slice(0, 3)
}
