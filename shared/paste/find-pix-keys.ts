import { hasValidCpfDigits } from '#shared/check-digits/cpf.ts'
import { looksLikePhone, type PixKeyKind, pixKeyKinds, readPixKey } from '#shared/payout/pix-key.ts'
import { withoutTail } from '#shared/rule-book/cleaning.ts'
import type { Doubt } from './doubt.ts'
import type { Span } from './message.ts'

/** A Pix key that the message may mean. */
export interface FoundPixKey extends Span {
  readonly value: string
  readonly kind: PixKeyKind
  readonly doubt: Doubt | undefined
}

/** What the words behind "pix" say of the kind of key. */
export type NamedKind = 'cpf' | 'phone' | undefined

/** The key that stands in a stretch; two where eleven digits are a CPF as well as a phone. */
export function pixKeysIn(text: string, stretch: Span, named: NamedKind): readonly FoundPixKey[] {
  const found = keyPattern.exec(text.slice(stretch.start, stretch.end))
  if (found === null) return []
  const typed = withoutTail(found[0], /[.,;:]/)
  const start = stretch.start + found.index
  const span = { start, end: start + typed.length }
  return meanings(typed, named).flatMap(({ key, doubt }) => {
    const { value, kind } = readPixKey(key)
    return kind === undefined ? [] : [{ ...span, value, kind, doubt }]
  })
}

interface KeyMeaning {
  readonly key: string
  readonly doubt: Doubt | undefined
}

function meanings(typed: string, named: NamedKind): readonly KeyMeaning[] {
  const digits = typed.replace(/\D/g, '')
  if (typed.includes('@') || typed.startsWith('+') || /[a-f]/i.test(typed)) return [{ key: typed, doubt: undefined }]
  if (digits.length === 13 && digits.startsWith('55')) return [{ key: `+${digits}`, doubt: undefined }]
  if (digits.length === 10 && named !== 'cpf') return [{ key: `+55${digits}`, doubt: 'readAsPhone' }]
  if (digits.length !== 11) return []
  const [isCpf, isPhone] = [hasValidCpfDigits(digits), looksLikePhone(digits)]
  const written = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/.test(typed)
    ? 'cpf'
    : /^\(|[ (]9\d{4}-?\d{4}$/.test(typed)
      ? 'phone'
      : undefined
  const meant = named ?? (isCpf && isPhone ? written : undefined)
  const cpf = { key: digits, doubt: isCpf ? undefined : ('notACpf' as const) }
  const phone = { key: `+55${digits}`, doubt: named === 'phone' && isPhone ? undefined : ('readAsPhone' as const) }
  if (meant !== undefined) return meant === 'cpf' ? [cpf] : [phone]
  if (isCpf && isPhone)
    return [
      { ...cpf, doubt: 'cpfOrPhone' },
      { ...phone, doubt: 'cpfOrPhone' },
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
