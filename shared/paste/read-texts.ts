import { asMessage } from '#shared/language/message.ts'
import { clean, textSteps, withoutTail } from '#shared/rule-book/cleaning.ts'
import { type FoundName, isCompany, looksLikeName, nameAfterComma, nameIn, partedName, tidy } from './find-names.ts'
import type { Candidate } from './found.ts'
import type { Span } from './message.ts'
import { type Reading, type ReadLabel, surenessOf } from './reading.ts'

/** Names: those behind a label, else the first line or part of one that looks like a name. */
export function readNames(reading: Reading): readonly Candidate[] {
  const labelled = reading.labels.flatMap((label) => (label.meaning.is === 'name' ? readName(reading, label) : []))
  return labelled.length > 0 ? labelled : unlabelledName(reading)
}

/** E-mail, city, reason and reference. Free texts have no shape, so none of these but an address can be sure. */
export function readTexts(reading: Reading, taken: readonly Span[]): readonly Candidate[] {
  return [...readEmails(reading, taken), ...reading.labels.flatMap((label) => readText(reading, label))]
}

function readName(reading: Reading, label: ReadLabel): readonly Candidate[] {
  const { message, labels } = reading
  if (label.meaning.is !== 'name') return []
  const span = nameIn(message, label.value)
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

function parts({ message }: Reading, name: FoundName | undefined, isWritten: boolean): readonly Candidate[] {
  if (name === undefined) return []
  const words = message.wordsAt(name)
  const sure = surenessOf(isWritten ? (name.isPlain ? undefined : 'endOfFirstName') : 'whoseName')
  return [
    { field: 'beneficiaryFirstName', value: name.first, words, ...sure },
    { field: 'beneficiaryLastName', value: name.last, words, ...sure },
  ]
}

/** A company has a single name where the country has a type for it; elsewhere a person decides how to enter it. */
function companyName({ country, message }: Reading, span: Span, isWritten: boolean): readonly Candidate[] {
  const words = message.wordsAt(span)
  const value = tidy([message.plain.slice(span.start, span.end)])
  const type = country.beneficiaryTypes?.find(({ onlyName }) => onlyName !== undefined)
  const sure = surenessOf(isWritten && type !== undefined ? undefined : 'company')
  const name = { field: 'beneficiaryFirstName' as const, value, words, ...sure }
  return type === undefined
    ? [name]
    : [{ field: 'beneficiaryType', value: type.code, meaning: asMessage(type.label), words, ...sure }, name]
}

function unlabelledName(reading: Reading): readonly Candidate[] {
  const { message, labels, banks } = reading
  const starts = new Set(labels.map(({ start }) => start))
  let checked = 0
  for (const { 0: part, index } of message.plain.matchAll(/(?:[^\n,;|:()\d.]|\.(?! ))+/g)) {
    const cut = labels.find(({ start }) => start > index && start < index + part.length)?.start ?? index + part.length
    const from = index + (/^\s*/.exec(part)?.[0].length ?? 0)
    const text = withoutTail(message.plain.slice(from, cut), /[\s.-]/)
    const span = { start: from, end: from + text.length }
    checked += 1
    if (checked > 200) return []
    if (starts.has(from) || !looksLikeName(text)) continue
    if (banks.some(({ start, end }) => start < span.end && end > span.start)) continue
    return isCompany(text) ? companyName(reading, span, false) : parts(reading, partedName(message, span), false)
  }
  return []
}

function readEmails({ emails, labels, message }: Reading, taken: readonly Span[]): readonly Candidate[] {
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

const shapes = { city: /^[^\n,;|()]+/, reference: /^[\p{L}\p{N}./-]*\d[\p{L}\p{N}./-]*/u } as const

const textFieldOf = { city: 'city', reason: 'PaymentReason', reference: 'externalReference' } as const

function readText({ message }: Reading, { meaning, value, isMarked }: ReadLabel): readonly Candidate[] {
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
