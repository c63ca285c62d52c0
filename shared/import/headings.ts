import { countryCodes, ruleBook } from '#shared/countries/rule-book.ts'
import { asMessage, type MessageId } from '#shared/language/message.ts'
import { type LabelMeaning, type LabelWords, labelWords, spellings } from '#shared/paste/label-words.ts'
import { fieldNames, fieldOf } from '#shared/payout/fields.ts'
import { isTelling } from './cell-text.ts'
import { labelsOf } from './column-labels.ts'
import type { ImpliedValues } from './column-meaning.ts'
import { headingKey, joinedKey, keyWithoutOwner } from './heading-key.ts'
import { type HeadingKind, headingWords } from './heading-words.ts'
import { type SheetField, sheetFields } from './sheet-field.ts'

/** What a heading announces, and by which words it is known. */
export interface HeadingMatch {
  readonly kind: HeadingKind
  readonly implied?: ImpliedValues
  readonly by: 'name' | 'label' | 'synonym'
  /** False where only some of its words are known. */
  readonly isWhole: boolean
}

type KnownHeading = Omit<HeadingMatch, 'isWhole'>

/** What a heading announces in any of the languages; undefined where it is not known. */
export function headingMatch(heading: string): HeadingMatch | undefined {
  if (!isTelling(heading)) return undefined
  const named = names().get(joinedKey(heading))
  if (named !== undefined) return { ...named, isWhole: true }
  const [key, bare] = [headingKey(heading), keyWithoutOwner(heading)]
  if (key === '') return undefined
  const whole = phrases().get(key) ?? phrases().get(bare)
  if (whole !== undefined) return { ...whole, isWhole: true }
  const part = longestPart(new Set(bare.split(' ')))
  return part && { ...part, isWhole: false }
}

/** The longest known phrase of which the heading has every word; what is to be ignored wins where two are as long. */
function longestPart(words: ReadonlySet<string>): KnownHeading | undefined {
  let best: { readonly known: KnownHeading; readonly length: number } | undefined
  for (const [phrase, known] of phrases()) {
    const own = phrase.split(' ')
    const isLonger = best === undefined || own.length > best.length
    const isAsLong = best !== undefined && own.length === best.length && known.kind === 'ignore'
    if ((isLonger || isAsLong) && own.every((word) => words.has(word))) best = { known, length: own.length }
  }
  return best?.known
}

let namesMade: ReadonlyMap<string, KnownHeading> | undefined

/** The fields as the interface and our own files name them. */
function names(): ReadonlyMap<string, KnownHeading> {
  namesMade ??= new Map(
    sheetFields.flatMap((field): readonly (readonly [string, KnownHeading])[] => {
      const other = field === 'method' ? undefined : fieldOf(field).alsoSpelt
      return [field, ...(other === undefined ? [] : [other])].map((name) => [
        joinedKey(name),
        { kind: field, by: 'name' },
      ])
    }),
  )
  return namesMade
}

let phrasesMade: ReadonlyMap<string, KnownHeading> | undefined

/** Every other phrase by its key. The first that claims a key has it; documents and numbers of one name are collected. */
function phrases(): ReadonlyMap<string, KnownHeading> {
  if (phrasesMade !== undefined) return phrasesMade
  const made = new Map<string, KnownHeading>()
  const add = (words: readonly string[], known: KnownHeading) => {
    for (const word of words) {
      const key = headingKey(word)
      if (key !== '') made.set(key, joined(made.get(key), known))
    }
  }
  for (const [kind, words] of Object.entries(ownWords)) if (isHeadingKind(kind)) add(words, { kind, by: 'synonym' })
  for (const field of fieldNames) add(labelsOf(`field.${field}`), { kind: field, by: 'label' })
  add(labelsOf('field.method'), { kind: 'method', by: 'label' })
  for (const number of namedNumbers()) add(number.words, { ...number.known, by: 'label' })
  for (const words of labelWords) {
    const known = knownBy(words)
    if (known !== undefined) add(words.words.split(', '), known)
  }
  phrasesMade = made
  return made
}

const ownWords = Object.fromEntries(Object.entries(headingWords).map(([kind, words]) => [kind, words.split(', ')]))

function isHeadingKind(kind: string): kind is HeadingKind {
  return Object.hasOwn(headingWords, kind)
}

function joined(before: KnownHeading | undefined, now: KnownHeading): KnownHeading {
  if (before === undefined) return now
  if (before.kind !== now.kind) return before
  const labels = [...new Set([...(before.implied?.labels ?? []), ...(now.implied?.labels ?? [])])]
  if (labels.length === 0) return before
  return { ...before, implied: { ...now.implied, ...before.implied, labels } }
}

interface NamedNumbers {
  readonly words: readonly string[]
  readonly known: Omit<KnownHeading, 'by'>
}

/** Documents and numbers of the rule book, by their labels and their spellings in messages: RUT, CLABE, Carné de extranjería. */
function namedNumbers(): readonly NamedNumbers[] {
  return countryCodes.flatMap((code) => {
    const { documents, methods, bankValidation } = ruleBook[code]
    const accounts = methods.flatMap(({ fields: { accountNumber: use } }) => (use?.use === 'asked' ? use.rule : []))
    const validated = (bankValidation?.documents ?? []).flatMap(({ asked }) => asked ?? [])
    return [
      ...[...documents, ...validated].map(({ label }) => named('documentNumber', asMessage(label).id)),
      ...accounts.map(({ label }) => named('accountNumber', asMessage(label).id)),
    ]
  })
}

function named(kind: SheetField, id: MessageId): NamedNumbers {
  // "Account number at {bank}" heads no column.
  const labels = labelsOf(id).filter((label) => !label.includes('{') && !id.startsWith('field.'))
  return { words: [...labels, ...(spellings[id]?.split(', ') ?? [])], known: { kind, implied: { labels: [id] } } }
}

/** What a word of messages says above a column. */
function knownBy({ meaning, countries }: LabelWords): KnownHeading | undefined {
  const kind = kindOf(meaning)
  if (kind === undefined) return undefined
  const implied = impliedBy(meaning, countries)
  return { kind, by: 'synonym', ...(implied && { implied }) }
}

function impliedBy(meaning: LabelMeaning, countries: LabelWords['countries']): ImpliedValues | undefined {
  if (meaning.is === 'document' && meaning.kind !== undefined) {
    const labels = (countries ?? countryCodes).flatMap((code) => {
      const { documents } = ruleBook[code]
      return documents
        .filter(({ kind }) => kind === meaning.kind || documents.length === 1)
        .map(({ label }) => asMessage(label).id)
    })
    return { labels: [...new Set(labels)] }
  }
  if (meaning.is !== 'account') return undefined
  if (meaning.number !== undefined) return { labels: [asMessage(meaning.number).id] }
  return meaning.kind === undefined ? undefined : { kind: meaning.kind }
}

function kindOf(meaning: LabelMeaning): HeadingKind | undefined {
  if (meaning.is !== 'name') return meaning.is === 'method' ? undefined : kinds[meaning.is]
  if (meaning.isWeak) return undefined
  if (meaning.part === undefined) return 'full-name'
  return meaning.part === 'last-then-first'
    ? 'last-then-first'
    : meaning.part === 'first'
      ? 'beneficiaryFirstName'
      : 'beneficiaryLastName'
}

const kinds = {
  document: 'documentNumber',
  account: 'accountNumber',
  agency: 'accountAgencyNumber',
  'agency-and-account': 'agency-and-account',
  bank: 'bankName',
  'pix-key': 'recipientPixKey',
  amount: 'amount',
  email: 'email',
  phone: 'ignore',
  city: 'city',
  reason: 'PaymentReason',
  reference: 'externalReference',
  other: 'ignore',
  'other-document': 'ignore',
} as const
