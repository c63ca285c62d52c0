import type { Beneficiary } from '#shared/api/beneficiary.ts'
import type { MaskedFields } from '#shared/api/entry.ts'
import type { Payout, PayoutState } from '#shared/api/payout.ts'
import { decimalsOf } from '#shared/countries/rule-book.ts'
import { numberFormat } from '#shared/language/intl.ts'
import { completeEntry, type Entry, type RawEntry } from '#shared/payout/entry.ts'
import { locale } from '../language/language.ts'
import { t } from '../language/translate.ts'
import { Code, Name } from '../ui/name.tsx'
import type { Tone } from '../ui/tone.tsx'

/** The tones of the states of a payout. */
export const stateTones: Readonly<Record<PayoutState, Tone>> = {
  draft: 'neutral',
  in_review: 'info',
  returned: 'warning',
  approved: 'success',
  exported: 'neutral',
}

/** The name of a state on screen. */
export function stateLabel(state: PayoutState): string {
  return t(`payouts.state.${state}`)
}

/** The next step, and who takes it. */
export function nextStep(state: PayoutState): string {
  return t(`payouts.next.${state}`)
}

/**
 * "1500.5" and "BRL" as a person reads it: all digits, grouped, with the decimals of the currency. Four digits are grouped too, which
 * Spanish does not do by default, so that columns of sums look alike.
 */
export function amountWords(amount: string, currencyCode: string, reader = locale()): string {
  if (!isNumeral(amount)) return `${amount || '–'} ${currencyCode}`
  const sent = amount.split('.')[1]?.length ?? 0
  const decimals = Math.max(sent, decimalsOf(currencyCode) ?? 0)
  const format = numberFormat(reader, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: 'always',
  })
  // From text: a number would lose digits of a long amount.
  return `${format.format(amount)} ${currencyCode}`
}

/** The same on a screen. */
export function Amount({ amount, currencyCode }: Pick<Payout, 'amount' | 'currencyCode'>) {
  return <Code>{amountWords(amount, currencyCode)}</Code>
}

function isNumeral(text: string): text is `${number}` {
  return /^\d+(\.\d+)?$/.test(text)
}

/** The name of a beneficiary, or of the one in a payout. For an erased one, a text in the page's language replaces the name. */
export function shownName({ name, erasedAt, tampered = null }: NamedPayee): string {
  if (tampered !== null) return t('payouts.name.tampered')
  return erasedAt === null ? name : t('beneficiaries.name.erased')
}

/** The same on a screen: only a real name keeps its own direction and is left out of the browser's translation. */
export function ShownName({ of }: { readonly of: NamedPayee }) {
  const isName = of.erasedAt === null && (of.tampered ?? null) === null
  return isName ? <Name>{of.name}</Name> : <span>{shownName(of)}</span>
}

interface NamedPayee extends Pick<Beneficiary, 'name' | 'erasedAt'> {
  /** Of a payout. */
  readonly tampered?: Payout['tampered']
}

/** The end of a number or the masked form of an e-mail address. */
export function MaskedEnding({ text }: { readonly text: string }) {
  return (
    <code>
      <Code>{text}</Code>
    </code>
  )
}

/** The masked values of a beneficiary as an entry, for display only: it is never sent. */
export function maskedEntry(beneficiary: Beneficiary): Entry {
  return withEndings(beneficiary, beneficiary.masked)
}

/** An entry with the ends of what is hidden in it, as {@link maskedEntry}. */
export function withEndings(entry: RawEntry, masked: MaskedFields): Entry {
  return completeEntry({ ...entry, ...masked })
}
