import { asMessage } from '#shared/language/message.ts'
import { clean, textSteps, withoutTail } from '#shared/rule-book/cleaning.ts'
import { citiesIn } from './find-cities.ts'
import {
  type FoundName,
  findName,
  isCompany,
  looksLikeName,
  nameAfterComma,
  namesAmong,
  partedName,
  tidy,
} from './find-names.ts'
import type { FieldCandidate } from './found.ts'
import { blanked, foldedText, type Span } from './pasted-text.ts'
import { type CountryMessage, type MeaningfulLabel, surenessOf } from './reading.ts'

/** Names: those behind a label, else those by themselves. "Soy Ana" and "para Ana" are no better than a label. */
export function readNames(reading: CountryMessage): readonly FieldCandidate[] {
  const announced = reading.labels.filter(({ meaning }) => meaning.is === 'name')
  const labelled = announced.filter((label) => !isWeak(label)).flatMap((label) => readName(reading, label))
  if (labelled.length > 0) return labelled
  const weak = announced.filter(isWeak).flatMap((label) => readName(reading, label))
  return [...weak, ...unlabelledNames(reading, weak)]
}

function isWeak({ meaning }: MeaningfulLabel): boolean {
  return meaning.is === 'name' && meaning.isWeak === true
}

/** E-mail, city, reason and reference. Free texts have no shape, so none of these but an address can be sure. */
export function readFreeTexts(reading: CountryMessage, taken: readonly Span[]): readonly FieldCandidate[] {
  const labelled = reading.labels.flatMap((label) => readText(reading, label))
  const hasCity = labelled.some(({ field }) => field === 'city')
  return [...readEmails(reading, taken), ...labelled, ...(hasCity ? [] : unlabelledCity(reading, taken))]
}

function readName(reading: CountryMessage, label: MeaningfulLabel): readonly FieldCandidate[] {
  const { message, labels } = reading
  if (label.meaning.is !== 'name') return []
  const span = findName(message, label.value)
  if (span === undefined) return []
  const text = message.plain.slice(span.start, span.end)
  const isWritten = /^\p{Lu}/u.test(text) && label.isMarked && label.meaning.isWeak === undefined
  if (isCompany(text)) return companyName(reading, span, isWritten)
  const hasLast = labels.some(({ meaning }) => meaning.is === 'name' && meaning.part === 'last')
  const part = label.meaning.part ?? (hasLast && label.meaning.isWeak === undefined ? 'first' : undefined)
  const words = message.wordsAt(span)
  if (part === 'first' || part === 'last') {
    const field = part === 'first' ? ('beneficiaryFirstName' as const) : ('beneficiaryLastName' as const)
    return [{ field, value: tidy([text]), words, ...surenessOf(isWritten ? undefined : 'nameAsWritten') }]
  }
  if (label.meaning.isWeak && !looksLikeName(text)) return []
  const turned = part === undefined ? undefined : nameAfterComma(message, span, label.value.end)
  return parts(reading, turned ?? partedName(message, span, part), isWritten)
}

function parts(
  { message }: CountryMessage,
  name: FoundName | undefined,
  isWritten: boolean,
): readonly FieldCandidate[] {
  if (name === undefined) return []
  const words = message.wordsAt(name)
  const sure = surenessOf(isWritten ? (name.isPlain ? undefined : 'endOfFirstName') : 'whoseName')
  return [
    { field: 'beneficiaryFirstName', value: name.first, words, ...sure },
    { field: 'beneficiaryLastName', value: name.last, words, ...sure },
  ]
}

/** A company has a single name where the country has a type for it; elsewhere a person decides how to enter it. */
function companyName({ country, message }: CountryMessage, span: Span, isWritten: boolean): readonly FieldCandidate[] {
  const words = message.wordsAt(span)
  const value = tidy([message.plain.slice(span.start, span.end)])
  const type = country.beneficiaryTypes?.find(({ onlyName }) => onlyName !== undefined)
  const sure = surenessOf(isWritten && type !== undefined ? undefined : 'company')
  const name = { field: 'beneficiaryFirstName' as const, value, words, ...sure }
  return type === undefined
    ? [name]
    : [{ field: 'beneficiaryType', value: type.code, meaning: asMessage(type.label), words, ...sure }, name]
}

/** Names with nothing before them, above the signature of who writes; of those that say the same, the first. */
function unlabelledNames(reading: CountryMessage, known: readonly FieldCandidate[]): readonly FieldCandidate[] {
  const { message, labels, banks, amounts, emails } = reading
  const end = signature.exec(message.folded)?.index ?? message.plain.length
  const others = [...labels, ...banks, ...amounts, ...emails].map(({ start, end: to }) => ({ start, end: to }))
  const text = blanked(
    message.plain.slice(0, end),
    others.filter((one) => one.end <= end),
    '|',
  )
  const names = namesAmong(text).filter(({ isKnown }) => isKnown || known.length === 0)
  const texts = [
    ...known.map(({ words }) => words.text),
    ...names.map((one) => message.plain.slice(one.start, one.end)),
  ]
  return names.flatMap((span, place) => {
    const own = texts[known.length + place] ?? ''
    if (texts.slice(0, known.length + place).some((other) => sharesWords(other, own))) return []
    return isCompany(own) ? companyName(reading, span, false) : parts(reading, partedName(message, span), false)
  })
}

/** The name below it is the writer's. */
const signature =
  /\n[ ]{0,4}(?:saludos|saludo cordial|atentamente|atte|att|atenciosamente|regards|kind regards|best|cordialmente|abracos?|cordialement|quedo atent[oa])\b[^\n]{0,40}\n/

/** "Claudia López" is Claudia Ivette López Hernández. */
function sharesWords(one: string, other: string): boolean {
  const words = foldedText(one).split(' ')
  return foldedText(other)
    .split(' ')
    .every((word) => words.includes(word))
}

function readEmails({ emails, labels, message }: CountryMessage, taken: readonly Span[]): readonly FieldCandidate[] {
  const free = emails.filter((email) => !taken.some(({ start, end }) => start < email.end && end > email.start))
  return free.map((email) => {
    const isLabelled = labels.some(
      ({ meaning, value }) => meaning.is === 'email' && value.start <= email.start && email.end <= value.end,
    )
    const value = message.plain.slice(email.start, email.end)
    const sure = surenessOf(isLabelled ? undefined : 'whoseAddress')
    return { field: 'email', value, words: message.wordsAt(email), ...sure }
  })
}

/** A city of the country by itself between commas, numbers and line ends; a country may follow it. */
function unlabelledCity(
  { message, country, labels, banks, amounts }: CountryMessage,
  taken: readonly Span[],
): readonly FieldCandidate[] {
  const found = citiesIn(message, country, [...labels, ...banks, ...amounts, ...taken])[0]
  if (found === undefined) return []
  const value = message.plain.slice(found.start, found.end)
  return [{ field: 'city', value, words: message.wordsAt(found), ...surenessOf('freeText') }]
}

const shapes = { city: /^[^\n,;|()]+/, reference: /^[\p{L}\p{N}./-]*\d[\p{L}\p{N}./-]*/u } as const

const textFieldOf = { city: 'city', reason: 'PaymentReason', reference: 'externalReference' } as const

function readText(
  { message }: CountryMessage,
  { meaning, value, isMarked }: MeaningfulLabel,
): readonly FieldCandidate[] {
  if (meaning.is !== 'city' && meaning.is !== 'reason' && meaning.is !== 'reference') return []
  const typed = message.plain.slice(value.start, value.end)
  const shaped = meaning.is === 'reason' ? typed : (shapes[meaning.is].exec(typed)?.[0] ?? '')
  const text = withoutTail(shaped, /[\s.,;:-]/)
  const isLong = text.length > (meaning.is === 'reason' ? 140 : 40)
  if (
    text.trim() === '' ||
    isLong ||
    (meaning.is === 'reference' && !/\d/.test(text)) ||
    (meaning.is === 'city' && !isMarked)
  )
    return []
  const words = message.wordsAt({ start: value.start, end: value.start + text.length })
  return [{ field: textFieldOf[meaning.is], value: clean(text, textSteps).value, words, ...surenessOf('freeText') }]
}
