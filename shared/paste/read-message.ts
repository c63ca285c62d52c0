import { type BankNames, noBankNames } from '#shared/banks/bank-names.ts'
import { type CountryCode, countryCodes, methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { fieldUses } from '#shared/payout/field-uses.ts'
import { isRequestField, textFields } from '#shared/payout/fields.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { type CountrySign, signsOf } from './country-signs.ts'
import { accountFields, chosenMethod } from './fill-form.ts'
import { findAmounts } from './find-amounts.ts'
import { findLabels, isOfAmount } from './find-labels.ts'
import { type Multitude, multitudeIn, withPart } from './find-parts.ts'
import {
  type FieldCandidate,
  type FoundField,
  type FoundMethod,
  type Sureness,
  settledFields,
  unsure,
} from './found.ts'
import { longestMessage, type PastedText, prepareMessage, type Span, type Words } from './pasted-text.ts'
import { readInCountry } from './read-in-country.ts'
import { readingIn } from './reading.ts'

/** The result of reading a message. */
export interface MessageReading {
  readonly country: FoundCountry | undefined
  /** The way of paying that it names or that follows from what it holds. */
  readonly method: FoundMethod | undefined
  /** In the order of the form; several for one field are alternatives. */
  readonly fields: readonly FoundField[]
  /** Where the message is about several people or accounts: the stretches of them, of which a person chooses one. */
  readonly parts: readonly Words[]
  /** Longer than {@link longestMessage}: nothing of it was read. */
  readonly isTooLong: boolean
}

/** The country of the payment and the words that speak for it. */
interface FoundCountry {
  readonly code: CountryCode
  readonly sureness: Sureness
  readonly why: readonly Words[]
}

/**
 * Reads a chat or mail text into fields of the payout form. The message is read by the rules of every country, and the
 * country under which it makes most sense is the one it is about, unless a person chose one. A bank may be named as the merchant does.
 */
export function readMessage(text: string, chosen?: CountryCode, bankNames: BankNames = noBankNames): MessageReading {
  if (text.length > longestMessage) return { ...nothing, isTooLong: true }
  const message = prepareMessage(text)
  const labels = findLabels(message)
  const emails = findEmails(message)
  const places = new Set(labels.filter(isOfAmount).map(({ value }) => value.start))
  const amounts = findAmounts(message, places)
  const guesses = (chosen === undefined ? countryCodes : [chosen])
    .map((code) => {
      const reading = readInCountry(readingIn(ruleBook[code], message, { labels, amounts, emails, bankNames }))
      const signs = signsOf(message, ruleBook[code], amounts)
      return {
        ...reading,
        code,
        signs,
        weight:
          weightOf(ruleBook[code], reading.candidates) +
          sum(signs.map(({ weight }) => weight)) +
          3 * Math.min(1, reading.methods.length),
      }
    })
    .toSorted((a, b) => b.weight - a.weight)
  const [guess, second] = guesses
  if (guess === undefined) return nothing
  const lead = guess.weight - (second?.weight ?? 0)
  const isKnown = chosen !== undefined || (guess.weight > 0 && lead > 0)
  const isSure = chosen !== undefined || (guess.weight >= 3 && lead >= surelyAhead)
  const multitude = multitudeIn(text, guess.candidates)
  const isOutdated = outdated.test(message.folded)
  const settled = settledFields(guess.candidates.filter(({ field }) => isKnown || isGeneral(field))).map((found) =>
    guess.hasOtherDocument && isOfDocument(found.field) ? unsure(found, 'otherDocument') : found,
  )
  const all = settled
    .map((found) => (isSure || isGeneral(found.field) ? found : unsure(found, 'otherCountry')))
    .map((found) => (isOfSeveral(found, multitude) ? unsure(found, 'severalPeople') : found))
    .map((found) => (isOutdated ? unsure(found, 'outdated') : found))
  const method = isKnown ? chosenMethod(guess.country, all, guess.methods) : undefined
  const fields = isKnown ? askedFields(guess.country, method, all) : all
  return {
    country: isKnown
      ? { code: guess.code, sureness: isSure ? 'sure' : 'likely', why: reasons(message, guess) }
      : undefined,
    method,
    fields: fields.map(presented).toSorted((a, b) => textFields.indexOf(a.field) - textFields.indexOf(b.field)),
    parts: multitude.parts,
    isTooLong: false,
  }
}

/**
 * Reads the message as one about the part that a person chose, in the country of the whole, which is no surer for it. Values outside of the part may
 * belong to all parts, and are not sure.
 */
export function readMessagePart(
  text: string,
  whole: MessageReading,
  part: Words,
  chosen?: CountryCode,
  bankNames?: BankNames,
): MessageReading {
  const reading = readMessage(withPart(text, whole.parts, part), chosen ?? whole.country?.code, bankNames)
  const isGuess = chosen === undefined && whole.country?.sureness === 'likely'
  const fields = reading.fields
    .map((found) => (isGuess && !isGeneral(found.field) ? unsure(found, 'otherCountry') : found))
    .map((found) =>
      part.start <= found.words.start && found.words.end <= part.end ? found : unsure(found, 'severalPeople'),
    )
  return {
    ...reading,
    country: reading.country && isGuess ? { ...reading.country, sureness: 'likely' } : reading.country,
    fields,
  }
}

/** Of several people nothing is sure; of several accounts nothing that belongs to one. */
function isOfSeveral({ field }: FieldCandidate, { people, accounts }: Multitude): boolean {
  return people || (accounts && accountFields.includes(field))
}

/** Words for what is no longer valid: which of the values they mean, a person has to see. */
const outdated =
  /(?<!\p{L})(?:no (?:valen?|sirven?|usar|uses|usen|use)|ya no|(?:anti[gq]u?|viej|velh)[oa]s?|anterior(?:es)?|anciens?|anciennes?|old|former|previous|(?:nao|ne) (?:vale|usar|uses?|usem|serve)|nao e mais|plus valables?|not valid|no longer|do not use|don.t use|cancelad[oa]s?|cerrad[oa]s?|encerrad[oa]s?|bloquead[oa]s?|desactivad[oa]s?|desativad[oa]s?|inactiv[oa]s?|inativ[oa]s?|closed|cancelled|canceled)(?!\p{L})/u

const nothing: MessageReading = { country: undefined, method: undefined, fields: [], parts: [], isTooLong: false }

/** Without what the way of paying does not ask for: a CCI names its bank. Where account numbers differ, all stays. */
function askedFields(
  country: Country,
  method: FoundMethod | undefined,
  fields: readonly FieldCandidate[],
): readonly FieldCandidate[] {
  if (fields.filter(({ field }) => field === 'accountNumber').length > 1) return fields
  const uses = fieldUses(country, methodIn(country, method?.id))
  return fields.filter(({ field }) => !isRequestField(field) || uses[field].use === 'asked')
}

/** A country has to lead by more than one kind of number that fits two of them by chance. */
const surelyAhead = 3

function isOfDocument(field: FieldCandidate['field']): boolean {
  return field === 'documentNumber' || field === 'documentType'
}

/** Fields that mean the same whatever the country is. */
function isGeneral(field: FieldCandidate['field']): boolean {
  return !byCountry.includes(field)
}

const byCountry: readonly FieldCandidate['field'][] = [
  'beneficiaryType',
  'documentType',
  'documentNumber',
  'recipientPixKey',
  'payoutAccountTypeCode',
  'bankName',
  'accountAgencyNumber',
  'accountNumber',
  'validationDocumentNumber',
  'currencyCode',
]

/**
 * How much what was found speaks for a country: a number that proves itself more than one that merely fits. Each field
 * counts once, by its best value: what a country makes several accounts of speaks no more for it.
 */
function weightOf({ undocumented = [] }: Country, candidates: readonly FieldCandidate[]): number {
  return sum(
    byCountry
      .filter((field) => !undocumented.some((other) => other === field))
      .map((field) => Math.max(0, ...candidates.filter((found) => found.field === field).map(weightOfOne))),
  )
}

function weightOfOne({ field, sureness, isProven }: FieldCandidate): number {
  if (field === 'documentType' || field === 'payoutAccountTypeCode' || field === 'currencyCode') return 0
  if (sureness === 'sure' && (isProven || field === 'recipientPixKey')) return 4
  return sureness === 'sure' ? 2 : 1
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function reasons(
  { wordsAt }: PastedText,
  { signs, candidates }: { readonly signs: readonly CountrySign[]; readonly candidates: readonly FieldCandidate[] },
): readonly Words[] {
  const found = candidates
    .filter(({ field, sureness }) => !isGeneral(field) && sureness === 'sure')
    .map(({ words }) => words)
  const all = [...signs.map((sign) => wordsAt(sign)), ...found]
  return all.filter(({ start }, place) => all.findIndex((words) => words.start === start) === place).slice(0, 3)
}

function presented({ isProven: _, ...found }: FieldCandidate): FoundField {
  return found
}

function findEmails({ plain }: PastedText): readonly Span[] {
  return [
    ...plain.matchAll(
      /(?<![\p{L}\p{N}._%+@-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}(?![\p{L}\p{N}@])/gu,
    ),
  ].map(({ 0: found, index }) => ({ start: index, end: index + found.length }))
}
