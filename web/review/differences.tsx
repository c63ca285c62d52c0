import type { ReactNode } from 'react'
import type { RevealedPayout } from '#shared/api/payout.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import { essentialFields, isFieldName, isRequestField } from '#shared/payout/fields.ts'
import { paperGroups } from '#shared/payout/number-groups.ts'
import type { RequestDifference } from '#shared/payout/request-differences.ts'
import { amountWords } from '../entry/payout-words.tsx'
import { t, tNode } from '../language/translate.ts'
import { Ago } from '../ui/ago.tsx'
import { GroupedNumber } from '../ui/grouped-number.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import styles from './review.module.css'

/** The differences from the last payout that was exported to this beneficiary. */
export function Differences({ since, of }: Pick<DifferenceListProps, 'of'> & { readonly since: SinceLastPayout }) {
  if (since === null) return <p className={styles.quiet}>{t('review.differences.first')}</p>
  return (
    <section>
      <h3>{tNode('review.differences.since', { ago: () => <Ago at={since.exportedAt} /> })}</h3>
      {since.differences.length === 0 ? (
        <p className={styles.quiet}>{t('review.differences.none')}</p>
      ) : (
        <DifferenceList label={t('review.differences.label')} differences={since.differences} of={of} />
      )}
    </section>
  )
}

export interface DifferenceListProps {
  readonly label: string
  readonly differences: readonly RequestDifference[]
  /** The payout as it is now. */
  readonly of: Pick<Entry, 'country' | 'currencyCode'>
}

type SinceLastPayout = RevealedPayout['sinceLastPayout']

/** Each field with its present and earlier value, the differing digits marked. */
export function DifferenceList({ label, differences, of }: DifferenceListProps) {
  // Another currency is a difference too.
  const former = {
    ...of,
    currencyCode: differences.find(({ field }) => field === 'currencyCode')?.before ?? of.currencyCode,
  }
  return (
    <Ledger label={label}>
      {differences.map(({ field, before, now }) => (
        <LedgerRow
          key={field}
          name={isRequestField(field) ? t(fieldLabel(field)) : field}
          value={now === null ? undefined : <DifferingText field={field} text={now} other={before} of={of} />}
          missing={t('review.differences.leftOutNow')}
          mono
          note={wasBefore(before, () => <DifferingText field={field} text={before ?? ''} other={now} of={former} />)}
          tone={isEssential(field) ? 'warning' : 'info'}
        />
      ))}
    </Ledger>
  )
}

function wasBefore(before: string | null, compared: () => ReactNode): ReactNode {
  return before === null ? t('review.differences.wasLeftOut') : tNode('review.differences.was', { value: compared })
}

interface DifferingTextProps {
  readonly field: string
  readonly text: string
  /** What it is compared with; null where that was left out. */
  readonly other: string | null
  readonly of: DifferenceListProps['of']
}

function DifferingText({ field, text, other, of }: DifferingTextProps) {
  if (field === 'amount') return amountWords(text, of.currencyCode)
  if (!isEssential(field)) return text
  return (
    <GroupedNumber
      text={text}
      groups={paperGroups(of.country, field, text)}
      marked={other === null ? undefined : differingPlaces(text, other)}
    />
  )
}

function isEssential(field: string): boolean {
  return isFieldName(field) && essentialFields.includes(field)
}

/**
 * The positions at which a text differs from another: each one where both have the same length, else everything between their common start
 * and end. None where they have nothing in common, as highlighting everything highlights nothing.
 */
export function differingPlaces(text: string, other: string): ReadonlySet<number> {
  const places = Array.from({ length: text.length }, (_, place) => place)
  const differing = text.length === other.length ? places.filter((place) => text[place] !== other[place]) : []
  if (text.length === other.length) return new Set(differing.length === text.length ? [] : differing)
  const start = commonStart(text, other)
  const end = Math.min(commonStart(reversed(text), reversed(other)), text.length - start, other.length - start)
  return new Set(start + end === 0 ? [] : places.slice(start, text.length - end))
}

function commonStart(text: string, other: string): number {
  let length = 0
  while (length < text.length && text[length] === other[length]) length += 1
  return length
}

function reversed(text: string): string {
  return text.split('').toReversed().join('')
}
