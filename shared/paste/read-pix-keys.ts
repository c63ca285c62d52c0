import { type FoundPixKey, type NamedKind, pixKeysIn } from './find-pix-keys.ts'
import type { Candidate } from './found.ts'
import type { Span } from './message.ts'
import { type Finding, type Reading, type ReadLabel, surenessOf } from './reading.ts'

/** The Pix keys that a message holds, where the country has them. */
export function readPixKeys(reading: Reading): readonly Finding[] {
  if (!reading.country.methods.some(({ fields }) => fields.recipientPixKey !== undefined)) return []
  return reading.labels.flatMap((label, place) =>
    label.meaning.is === 'pix-key' ? readLabelled(reading, label, reading.labels[place + 1]) : [],
  )
}

function readLabelled(reading: Reading, label: ReadLabel, next: ReadLabel | undefined): readonly Finding[] {
  const { message } = reading
  const kindLabel = next !== undefined && leadsOn(message.folded.slice(label.end, next.start)) ? next : undefined
  const named = kindLabel === undefined ? undefined : namedKind(kindLabel)
  const stretch = kindLabel?.value ?? label.value
  const keys = pixKeysIn(message.plain, stretch, named)
  if (keys.length === 0) return named === 'cpf' ? referred(reading, label) : []
  const taken: readonly Span[] = [label, ...(kindLabel === undefined ? [] : [kindLabel]), ...keys]
  return [{ candidates: keys.flatMap((key) => candidatesOf(reading, key, named)), taken }]
}

/** "Pix (CPF):", "chave pix é meu celular": nothing but small words stands between. */
function leadsOn(gap: string): boolean {
  return gap.length < 24 && gap.split(/[\s:()=-]/).every((word) => smallWords.has(word))
}

const smallWords = new Set(['', ...'o a e eh meu minha no na do da tipo por via mesmo proprio'.split(' ')])

function namedKind({ meaning }: ReadLabel): NamedKind {
  if (meaning.is === 'document') return 'cpf'
  return meaning.is === 'phone' ? 'phone' : undefined
}

function candidatesOf(
  { message }: Reading,
  { value, kind, doubt, ...span }: FoundPixKey,
  named: NamedKind,
): readonly Candidate[] {
  const words = message.wordsAt(span)
  const key = { field: 'recipientPixKey' as const, value, words, ...surenessOf(doubt) }
  if (kind !== 'cpf' || named !== 'cpf') return [key]
  return [key, { field: 'documentNumber', value, words, ...surenessOf('fromPixKey') }]
}

/** "A chave é o CPF": the key is the document that stands elsewhere. */
function referred({ labels, message }: Reading, label: ReadLabel): readonly Finding[] {
  const documents = labels.filter(({ meaning }) => meaning.is === 'document')
  return documents.flatMap(({ value }) => {
    const [key] = pixKeysIn(message.plain, value, 'cpf')
    if (key === undefined) return []
    const candidate = { field: 'recipientPixKey' as const, value: key.value, words: message.wordsAt(key) }
    return [{ candidates: [{ ...candidate, ...surenessOf('keyIsCpf') }], taken: [label] }]
  })
}
