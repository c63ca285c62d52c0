import { hasValidCpfDigits } from '#shared/check-digits/cpf.ts'
import { looksLikePhone, pixKeyKinds, readPixKey } from '#shared/payout/pix-key.ts'
import { withoutTail } from '#shared/rule-book/cleaning.ts'
import { type CountryMessage, featuresAt } from './country-message.ts'
import type { OptionDraft } from './option.ts'
import type { Span } from './pasted-text.ts'

/** Everything that has the form of a Pix key, where the country has them: eleven digits may be a CPF or a phone. */
export function pixOptions(reading: CountryMessage): readonly OptionDraft[] {
  const { country, message, runs } = reading
  if (!country.methods.some(({ fields }) => fields.recipientPixKey !== undefined)) return []
  const spoken = runs.filter(({ isSpoken }) => isSpoken)
  const typed = [...message.plain.matchAll(keyPattern)].slice(0, mostKeys).map(({ 0: found, index }) => {
    const text = withoutTail(found, /[.,;:]/)
    return { start: index, end: index + text.length, typed: text }
  })
  return [...typed, ...spoken].flatMap((found) =>
    meaningsOf(found.typed).flatMap(({ key, kind, as }) => {
      const { value, kind: read } = readPixKey(key)
      if (read !== kind) return []
      const span: Span = { start: found.start, end: found.end }
      return [
        {
          slot: 'pix' as const,
          ...span,
          values: [{ field: 'recipientPixKey' as const, value }] as const,
          features: [
            ...featuresAt(reading, span, ({ is }) => is === 'pix-key'),
            `kind:${kind}`,
            ...(as === undefined ? [] : [as]),
            ...kindNamed(message.folded.slice(Math.max(0, found.start - 30), found.start), kind),
          ],
          isShared: true as const,
          ...(as === undefined
            ? {}
            : {
                doubt:
                  as === 'notACpf'
                    ? ('notACpf' as const)
                    : as === 'both'
                      ? ('cpfOrPhone' as const)
                      : ('readAsPhone' as const),
              }),
        },
      ]
    }),
  )
}

const mostKeys = 50

interface KeyMeaning {
  readonly key: string
  readonly kind: keyof typeof pixKeyKinds
  /** How it was read, where it could be read otherwise. */
  readonly as?: 'readAsPhone' | 'notACpf' | 'both'
}

function meaningsOf(typed: string): readonly KeyMeaning[] {
  const digits = typed.replace(/\D/g, '')
  if (typed.includes('@')) return [{ key: typed, kind: 'email' }]
  if (/[a-f-]{0,40}[0-9a-f]{12}$/i.test(typed) && typed.replace(/-/g, '').length === 32)
    return [{ key: typed, kind: 'random' }]
  if (typed.startsWith('+')) return [{ key: typed, kind: 'phone' }]
  if (digits.length === 13 && digits.startsWith('55')) return [{ key: `+${digits}`, kind: 'phone' }]
  if (digits.length === 10) return [{ key: `+55${digits}`, kind: 'phone', as: 'readAsPhone' }]
  if (digits.length !== 11) return []
  const [isCpf, isPhone] = [hasValidCpfDigits(digits), looksLikePhone(digits)]
  const written = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/.test(typed)
    ? 'cpf'
    : /^\(|[ (]9 ?\d{4}[- ]?\d{4}$/.test(typed)
      ? 'phone'
      : undefined
  const cpf: KeyMeaning = {
    key: digits,
    kind: 'cpf',
    ...(isCpf ? isPhone && written === undefined && { as: 'both' } : { as: 'notACpf' }),
  }
  const phone: KeyMeaning = {
    key: `+55${digits}`,
    kind: 'phone',
    as: isCpf && written === undefined ? 'both' : 'readAsPhone',
  }
  if (written === 'cpf' || !isPhone) return [cpf]
  return isCpf && written === undefined ? [cpf, phone] : [phone]
}

/** "Pix (CPF):", "chave pix é meu celular". */
function kindNamed(before: string, kind: KeyMeaning['kind']): readonly string[] {
  const named = /\bcpf\b/.test(before)
    ? 'cpf'
    : /\b(?:cel|celular|telefone|fone|tel|whats\w*|numero)\b/.test(before)
      ? 'phone'
      : /\be-?mail\b/.test(before)
        ? 'email'
        : undefined
  if (named === undefined) return []
  return [named === kind ? 'kindNamed' : 'otherKindNamed']
}

const keyPattern = new RegExp(
  [
    '(?<![\\p{L}\\p{N}._%+-])[\\p{L}\\p{N}._%+-]{1,64}@(?:[\\p{L}\\p{N}-]{1,63}\\.){1,4}\\p{L}{2,24}',
    pixKeyKinds.random.pattern.source.replace(/[\^$]/g, ''),
    '(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])',
    '(?<![\\d.])\\+?\\d{1,3}[ ]?\\(?\\d[\\d ().-]{7,18}\\d(?![\\d])',
    '(?<![\\d.])\\(?\\d[\\d ().-]{7,16}\\d(?![\\d])',
  ].join('|'),
  'giu',
)
