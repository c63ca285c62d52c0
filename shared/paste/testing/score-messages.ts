import { type CountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import type { FoundField } from '#shared/paste/found.ts'
import { readMessage, readMessagePart } from '#shared/paste/read-message.ts'
import type { LabelledMessage, LabelledPayee } from './labelled-message.ts'
import { isSame } from './same-value.ts'

/** A value that was to be found, or one that was marked sure though it is wrong. */
export interface ScoredValue {
  readonly message: LabelledMessage
  readonly field: string
  readonly value: string
  readonly outcome: 'sure' | 'offered' | 'missed' | 'sure-and-wrong'
  /** What was offered for the field instead. */
  readonly instead: readonly string[]
}

export interface MessageScore {
  readonly values: readonly ScoredValue[]
  /** For each payee, whether everything was offered. */
  readonly wholePayees: readonly boolean[]
  readonly country: CountryCode | undefined
}

/** Reads a message as the panel does, each of its parts too, and compares what is offered with what a careful person would enter. */
export function scoreMessage(message: LabelledMessage, chosen?: CountryCode): MessageScore {
  const { text, people } = message
  const whole = readMessage(text, chosen)
  const parts = whole.parts.map((part) => readMessagePart(text, whole, part, chosen).fields)
  const records = parts.length > 0 ? parts : [whole.fields]
  const values: ScoredValue[] = []
  const wholePayees: boolean[] = []
  const left = new Set(records)
  const matched = new Map<readonly FoundField[], LabelledPayee>()
  for (const payee of people) {
    const record = bestOf(payee, parts.length > 0 ? [...left] : records)
    if (record !== undefined) {
      left.delete(record)
      matched.set(record, payee)
    }
    const own = Object.entries(payee.must)
      .filter(([field, value]) => isOffered(message.country, field, value))
      .map(([field, value]): ScoredValue => {
        const found = (record ?? []).filter((one) => one.field === field)
        const right = found.find((one) => isSame(field, one.value, value))
        const outcome = right === undefined ? 'missed' : right.sureness === 'sure' ? 'sure' : 'offered'
        return { message, field, value, outcome, instead: found.map((one) => one.value) }
      })
    values.push(...own)
    wholePayees.push(own.every(({ outcome }) => outcome !== 'missed'))
  }
  for (const record of records) {
    const payee = matched.get(record)
    for (const found of record)
      if (found.sureness === 'sure' && !isRight(payee, found))
        values.push({ message, field: found.field, value: found.value, outcome: 'sure-and-wrong', instead: [] })
  }
  return { values, wholePayees, country: whole.country?.code }
}

/** What the form of the country asks for: not the only type of document there is, nor a bank that its list lacks. */
function isOffered(code: CountryCode | null, field: string, value: string): boolean {
  if (code === null) return true
  const { documents, region, currency } = ruleBook[code]
  if (field === 'currencyCode') return value !== currency
  if (field === 'documentType') return documents.length !== 1
  if (field === 'bankName') return region === 'africa' || /^\d+$/.test(value)
  if (field === 'beneficiaryType') return value === 'company'
  return true
}

function bestOf(payee: LabelledPayee, records: readonly (readonly FoundField[])[]) {
  const [best] = records
    .map((record) => ({
      record,
      hits: Object.entries(payee.must).filter(([field, value]) => has(record, field, value)).length,
    }))
    .toSorted((a, b) => b.hits - a.hits)
  return best?.record
}

function has(record: readonly FoundField[], field: string, value: string): boolean {
  return record.some((one) => one.field === field && isSame(field, one.value, value))
}

/** What follows from the rest, such as the only type of document of a country, is right where the rest is. */
function isRight(payee: LabelledPayee | undefined, { field, value }: FoundField): boolean {
  if (payee === undefined) return false
  const allowed = [payee.must[field], ...(payee.may[field] ?? [])].flatMap((one) => (one === undefined ? [] : [one]))
  if (allowed.length === 0 && !['accountNumber', 'documentNumber', 'recipientPixKey', 'amount'].includes(field))
    return !(payee.never[field] ?? []).some((one) => isSame(field, value, one))
  return allowed.some((one) => isSame(field, value, one))
}
