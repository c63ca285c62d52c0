import type { Beneficiary } from '#shared/api/beneficiary.ts'
import type { Payout, PayoutState } from '#shared/api/payout.ts'
import { decimalsOf } from '#shared/countries/rule-book.ts'
import { numberFormat } from '#shared/language/intl.ts'
import { completeEntry, type Entry } from '#shared/payout/entry.ts'
import { locale } from '../language/language.ts'
import { t } from '../language/translate.ts'
import { Code, Name } from '../ui/name.tsx'
import type { Tone } from '../ui/tone.tsx'

/** How the states of a payout are marked. */
export const stateTones: Readonly<Record<PayoutState, Tone>> = {
  draft: 'neutral',
  in_review: 'info',
  returned: 'warning',
  approved: 'success',
  exported: 'neutral',
}

/** What the screens call a state. */
export function stateLabel(state: PayoutState): string {
  return t(`payouts.state.${state}`)
}

/** What comes next, and from whom. */
export function nextStep(state: PayoutState): string {
  return t(`payouts.next.${state}`)
}

/**
 * "1500.5" and "BRL" as a person reads it: every digit that is sent, grouped, with the decimals that the currency has. Spanish would leave
 * four digits together; sums that stand below each other are grouped alike.
 */
export function amountWords(amount: string, currencyCode: string, reader = locale()): string {
  if (!isNumeral(amount)) return `${amount} ${currencyCode}`
  const sent = amount.split('.')[1]?.length ?? 0
  const decimals = Math.max(sent, decimalsOf(currencyCode) ?? 0)
  const format = numberFormat(reader, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: 'always',
  })
  // As text: a number would lose digits of a long one.
  return `${format.format(amount)} ${currencyCode}`
}

/** The same on a screen. */
export function Amount({ amount, currencyCode }: Pick<Payout, 'amount' | 'currencyCode'>) {
  return <Code>{amountWords(amount, currencyCode)}</Code>
}

function isNumeral(text: string): text is `${number}` {
  return /^\d+(\.\d+)?$/.test(text)
}

/** The name of a beneficiary, or of a payout's. What stands in the place of an erased one is no name: it is said in the page's language. */
export function shownName({ name, erasedAt, tampered = null }: Named): string {
  if (tampered !== null) return t('payouts.name.tampered')
  return erasedAt === null ? name : t('beneficiaries.name.erased')
}

/** The same on a screen: only a name keeps its own direction, and stays as it is in a translated page. */
export function ShownName({ of }: { readonly of: Named }) {
  const isName = of.erasedAt === null && (of.tampered ?? null) === null
  return isName ? <Name>{of.name}</Name> : <span>{shownName(of)}</span>
}

interface Named extends Pick<Beneficiary, 'name' | 'erasedAt'> {
  /** Of a payout. */
  readonly tampered?: Payout['tampered']
}

/** The end of a number, marked as one so that nobody takes it for the whole; an e-mail address as it is masked. */
export function MaskedEnding({ text }: { readonly text: string }) {
  return (
    <code>
      <Code>{endingWords(text)}</Code>
    </code>
  )
}

export function endingWords(text: string): string {
  return text.includes('@') ? text : `…${text}`
}

/** The masked values of a beneficiary as an entry, to be looked at: it is never sent. */
export function maskedEntry(beneficiary: Beneficiary): Entry {
  const endings = Object.entries(beneficiary.masked).map(([field, text]) => [field, endingWords(text)] as const)
  return completeEntry({ ...beneficiary, ...Object.fromEntries(endings) })
}
