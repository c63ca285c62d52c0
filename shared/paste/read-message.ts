import { type BankNames, noBankNames } from '#shared/banks/bank-names.ts'
import { type CountryCode, methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { fieldUses } from '#shared/payout/field-uses.ts'
import { isRequestField, textFields } from '#shared/payout/fields.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { bestAssignments } from './assign.ts'
import { type BrCode, brCodesIn } from './br-code.ts'
import { type BrCodeState, brCodeStateOf, withFieldsOfCodes, wordsWithin } from './br-code-fields.ts'
import type { MessageParts } from './country-message.ts'
import { doubtsOf } from './doubts.ts'
import { chosenMethod } from './fill-form.ts'
import type { FoundField, FoundMethod } from './found.ts'
import { type FoundCountry, likeliestCountry, namedMethods } from './message-country.ts'
import { messageParts } from './message-parts.ts'
import { blanked, longestMessage, type Words } from './pasted-text.ts'
import { fieldsOf } from './read-fields.ts'
import { type CountryReading, readCountryIn, readIn, readRestIn } from './reader.ts'
import { type PayeeRecord, recordOf, recordsIn } from './records.ts'
import { unreadIn } from './unread.ts'

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
  /** What became of the BR Codes ("Pix copia e cola") in it, where it has some. */
  readonly brCode: BrCodeState | undefined
  /** Numbers, sums of money and mail addresses that no field shows, in the order of the message. */
  readonly unread: readonly Words[]
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
  const codes = brCodesIn(text)
  const rest = messageParts(blanked(text, codes), bankNames)
  const given = chosen ?? (codes.length > 0 ? 'BR' : undefined)
  const found =
    given === undefined
      ? likeliestCountry(rest)
      : { ...chosenCountry(given), isKnown: true, read: readCountryIn(ruleBook[given], rest) }
  if (found === undefined) return nothing
  const { code, sureness, why } = found
  const country = found.isKnown ? { code, sureness, why } : undefined
  const guess = { ...readRestIn(found.read), code }
  const { records, isStructured } = recordsIn(rest.message, rest.layout, guess.options)
  const ranges = records.flatMap(({ range }) => (range === undefined ? [] : [range]))
  const whole = { range: undefined, options: guess.options, assignments: bestAssignments(guess.options) }
  const reading = presented(
    guess,
    country,
    ranges.length > 1 ? whole : (records[0] ?? whole),
    ranges.length < 2 && isStructured,
  )
  const result = {
    ...withBrCodes(reading, text, codes, rest),
    parts: ranges.map((range) => wordsWithin(text, rest.message.wordsAt(range))),
    areGuessed: !isStructured,
    isTooLong: false,
  }
  known.set(result, { text, rest, guess })
  return result
}

function chosenCountry(code: CountryCode): FoundCountry {
  return { code, sureness: 'sure', why: [] }
}

/** What a message was read as, for its parts. */
const known = new WeakMap<
  MessageReading,
  { readonly text: string; readonly rest: MessageParts; readonly guess: GuessedReading }
>()

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
  const before = known.get(whole)
  const codes = brCodesIn(text)
  const rest = before?.text === text ? before.rest : messageParts(blanked(text, codes), bankNames)
  const code = chosen ?? whole.country?.code
  if (code === undefined) return nothing
  const guess =
    before?.rest === rest && before.guess.code === code ? before.guess : { ...readIn(ruleBook[code], rest), code }
  const ranges = whole.parts.map((one) => rest.message.spanOf(one))
  const record = recordOf(rest.message.spanOf(part), ranges, guess.options)
  const country = chosen === undefined ? whole.country : chosenCountry(chosen)
  const own = codes.filter(({ start, end }) => part.start <= start && end <= part.end)
  const reading = presented(guess, country, record, !whole.areGuessed)
  const read = withBrCodes(reading, text, own, rest)
  const others = whole.parts.filter(({ start }) => start !== part.start)
  const unread = read.unread.filter(
    (words) => !others.some(({ start, end }) => start <= words.start && words.end <= end),
  )
  return { ...read, unread, parts: [], areGuessed: false, isTooLong: false }
}

type PresentedReading = Omit<MessageReading, 'parts' | 'areGuessed' | 'isTooLong' | 'unread' | 'brCode'>

/** The reading with what BR Codes say, and what of the message is in no field. */
function withBrCodes(
  reading: PresentedReading,
  text: string,
  codes: readonly BrCode[],
  rest: MessageParts,
): Omit<MessageReading, 'parts' | 'areGuessed' | 'isTooLong'> {
  const hasCode = reading.country?.code === 'BR' && codes.some(({ isDamaged }) => !isDamaged)
  const isOutdated = (rest.cues.get('old') ?? []).length > 0
  const fields = hasCode ? inOrder(withFieldsOfCodes(reading.fields, text, codes, isOutdated)) : reading.fields
  const method = hasCode ? chosenMethod(ruleBook.BR, fields, []) : reading.method
  return { ...reading, fields, method, brCode: brCodeStateOf(codes), unread: unreadIn(rest, fields) }
}

const nothing: MessageReading = {
  country: undefined,
  method: undefined,
  fields: [],
  parts: [],
  areGuessed: false,
  isTooLong: false,
  brCode: undefined,
  unread: [],
}

function presented(
  { reading, code }: GuessedReading,
  country: FoundCountry | undefined,
  record: PayeeRecord,
  isParted: boolean,
): PresentedReading {
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
    fields: inOrder(fields),
  }
}

/** As the form has them. */
function inOrder(fields: readonly FoundField[]): readonly FoundField[] {
  return fields.toSorted((a, b) => textFields.indexOf(a.field) - textFields.indexOf(b.field))
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
