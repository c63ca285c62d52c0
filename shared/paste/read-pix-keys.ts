import { hasValidCpfDigits } from '#shared/check-digits/cpf.ts'
import { looksLikePhone, type PixKeyKind, pixKeyKinds, readPixKey } from '#shared/payout/pix-key.ts'
import { withoutTail } from '#shared/rule-book/cleaning.ts'
import type { FieldCandidate } from './found.ts'
import { cellGap, type Span } from './pasted-text.ts'
import { type CountryMessage, type FoundValues, type MeaningfulLabel, surenessOf } from './reading.ts'
import type { UncertaintyReason } from './reason.ts'

/** The Pix keys that a message holds, where the country has them. */
export function readPixKeys(reading: CountryMessage): readonly FoundValues[] {
  if (!reading.country.methods.some(({ fields }) => fields.recipientPixKey !== undefined)) return []
  const labelled = reading.labels.flatMap((label, place) =>
    label.meaning.is === 'pix-key' ? readLabelled(reading, label, reading.labels[place + 1]) : [],
  )
  return labelled.length > 0 ? labelled : unlabelledKey(reading)
}

/** A random key cannot be anything else, wherever it is; any other key is one only where it is the whole message. */
function unlabelledKey({ message, country }: CountryMessage): readonly FoundValues[] {
  const { plain } = message
  const random = pixKeyOfUuid.exec(plain)
  const start = random?.index ?? plain.search(/\S/)
  const text = random?.[0] ?? plain.trim()
  if (start < 0 || (random === null && (text.length > mostOfKey || /\s\p{L}/u.test(text)))) return []
  const keys = pixKeysIn(plain, { start, end: start + text.length }, undefined)
  const [key] = keys
  if (key === undefined || (random === null && key.end - key.start < text.length)) return []
  return keys.map((found) => ({
    candidates: [
      {
        field: 'recipientPixKey' as const,
        value: found.value,
        words: message.wordsAt(found),
        ...surenessOf('loneKey'),
      },
      ...(found.kind === 'cpf' && country.documents.length > 0
        ? [
            {
              field: 'documentNumber' as const,
              value: found.value,
              words: message.wordsAt(found),
              ...surenessOf('fromPixKey'),
            },
          ]
        : []),
    ],
    taken: [found],
  }))
}

const pixKeyOfUuid = /(?<![\p{L}\p{N}-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\p{L}\p{N}-])/iu

/** The longest text that can be a key and nothing else. */
const mostOfKey = 77

function readLabelled(
  reading: CountryMessage,
  label: MeaningfulLabel,
  next: MeaningfulLabel | undefined,
): readonly FoundValues[] {
  const { message } = reading
  const kindLabel = next !== undefined && leadsOn(message.folded.slice(label.end, next.start)) ? next : undefined
  const named = kindLabel === undefined ? undefined : namedKind(kindLabel)
  const stretch = kindLabel?.value ?? label.value
  const keys = pixKeysIn(message.plain, stretch, named)
  if (keys.length === 0) return named === 'cpf' ? referred(reading, label) : []
  const taken: readonly Span[] = [label, ...(kindLabel === undefined ? [] : [kindLabel]), ...keys]
  return [{ candidates: keys.flatMap((key) => candidatesOf(reading, key, named)), taken }]
}

/** "Pix (CPF):", "chave pix é meu celular": only small words are between. */
function leadsOn(gap: string): boolean {
  return gap.length < 24 && gap.split(/[\s:()=-]/).every((word) => smallWords.has(word))
}

const smallWords = new Set(['', ...'o a e eh meu minha no na do da tipo por via mesmo proprio'.split(' ')])

function namedKind({ meaning }: MeaningfulLabel): NamedKind {
  if (meaning.is === 'document') return 'cpf'
  return meaning.is === 'phone' ? 'phone' : undefined
}

function candidatesOf(
  { message }: CountryMessage,
  { value, kind, reason, ...span }: FoundPixKey,
  named: NamedKind,
): readonly FieldCandidate[] {
  const words = message.wordsAt(span)
  const key = { field: 'recipientPixKey' as const, value, words, ...surenessOf(reason) }
  if (kind !== 'cpf' || named !== 'cpf') return [key]
  return [key, { field: 'documentNumber', value, words, ...surenessOf('fromPixKey') }]
}

/** "A chave é o CPF": the key is the document, which is elsewhere in the message. */
function referred({ labels, message }: CountryMessage, label: MeaningfulLabel): readonly FoundValues[] {
  const documents = labels.filter(({ meaning }) => meaning.is === 'document')
  return documents.flatMap(({ value }) => {
    const [key] = pixKeysIn(message.plain, value, 'cpf')
    if (key === undefined) return []
    const candidate = { field: 'recipientPixKey' as const, value: key.value, words: message.wordsAt(key) }
    return [{ candidates: [{ ...candidate, ...surenessOf('keyIsCpf') }], taken: [label] }]
  })
}

/** A Pix key that the message may mean. */
interface FoundPixKey extends Span {
  readonly value: string
  readonly kind: PixKeyKind
  readonly reason: UncertaintyReason | undefined
}

/** What the words behind "pix" say of the kind of key. */
type NamedKind = 'cpf' | 'phone' | undefined

/** The key in a stretch; two where eleven digits are a CPF as well as a phone. */
function pixKeysIn(text: string, stretch: Span, named: NamedKind): readonly FoundPixKey[] {
  const found = keyPattern.exec(withCells(text.slice(stretch.start, stretch.end)))
  if (found === null) return []
  const typed = withoutTail(found[0], /[.,;:]/)
  const start = stretch.start + found.index
  const span = { start, end: start + typed.length }
  return meanings(typed, named).flatMap(({ key, reason }) => {
    const { value, kind } = readPixKey(key)
    return kind === undefined ? [] : [{ ...span, value, kind, reason }]
  })
}

/** How many keys of the same kind as this one a text has. */
export function pixKeysAmong(text: string, value: string): number {
  const { kind } = readPixKey(value)
  const all = [...withCells(text).matchAll(new RegExp(keyPattern, 'giu'))].slice(0, mostKeys).flatMap(({ 0: typed }) =>
    meanings(withoutTail(typed, /[.,;:]/), undefined).flatMap(({ key, reason }) => {
      const read = readPixKey(key)
      // A number that is neither a CPF nor announced as a phone is most likely no key at all.
      return read.kind === kind && (kind !== 'cpf' || reason === undefined) ? [read.value] : []
    }),
  )
  return new Set([...all, value]).size
}

const mostKeys = 50

/** The blanks between two cells as what they were, which no key has. */
function withCells(text: string): string {
  return text.replaceAll(cellGap, '\t'.repeat(cellGap.length))
}

interface KeyMeaning {
  readonly key: string
  readonly reason: UncertaintyReason | undefined
}

function meanings(typed: string, named: NamedKind): readonly KeyMeaning[] {
  const digits = typed.replace(/\D/g, '')
  if (typed.includes('@') || typed.startsWith('+') || /[a-f]/i.test(typed)) return [{ key: typed, reason: undefined }]
  if (digits.length === 13 && digits.startsWith('55')) return [{ key: `+${digits}`, reason: undefined }]
  if (digits.length === 10 && named !== 'cpf') return [{ key: `+55${digits}`, reason: 'readAsPhone' }]
  if (digits.length !== 11) return []
  const [isCpf, isPhone] = [hasValidCpfDigits(digits), looksLikePhone(digits)]
  const written = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/.test(typed)
    ? 'cpf'
    : /^\(|[ (]9\d{4}-?\d{4}$/.test(typed)
      ? 'phone'
      : undefined
  const meant = named ?? (isCpf && isPhone ? written : undefined)
  const cpf = { key: digits, reason: isCpf ? undefined : ('notACpf' as const) }
  const phone = { key: `+55${digits}`, reason: named === 'phone' && isPhone ? undefined : ('readAsPhone' as const) }
  if (meant !== undefined) return meant === 'cpf' ? [cpf] : [phone]
  if (isCpf && isPhone)
    return [
      { ...cpf, reason: 'cpfOrPhone' },
      { ...phone, reason: 'cpfOrPhone' },
    ]
  return isPhone || written === 'phone' ? [phone] : [cpf]
}

const keyPattern = new RegExp(
  [
    '(?<![\\p{L}\\p{N}._%+-])[\\p{L}\\p{N}._%+-]{1,64}@(?:[\\p{L}\\p{N}-]{1,63}\\.){1,4}\\p{L}{2,24}',
    pixKeyKinds.random.pattern.source.replace(/[\^$]/g, ''),
    '(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])',
    '\\+?\\d{1,3}[ ]?\\(?\\d[\\d ().-]{7,18}\\d',
    '\\(?\\d[\\d ().-]{7,16}\\d',
  ].join('|'),
  'iu',
)
