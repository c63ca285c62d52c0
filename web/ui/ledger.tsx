import type { ReactNode } from 'react'
import { t } from '../language/translate.ts'
import { classNames } from './class-names.ts'
import styles from './ledger.module.css'
import { type Tone, ToneIcon, toneClass } from './tone.tsx'

/** A list of names and values, ruled like a ledger; its children are LedgerRows. */
export function Ledger({ label, children }: { readonly label?: string | undefined; readonly children: ReactNode }) {
  return (
    <dl className={styles.ledger} aria-label={label}>
      {children}
    </dl>
  )
}

export interface LedgerRowProps {
  readonly name: ReactNode
  /** undefined: there is no value yet, shown as a quiet word. */
  readonly value: ReactNode
  /** Monospace, for codes and numbers; a sentence goes without. */
  readonly mono?: boolean | undefined
  /** One line under the value: what changed, or what is wrong. */
  readonly note?: ReactNode
  /** What the note means; its colour and icon follow. */
  readonly tone?: Tone | undefined
  /** The text for a missing value; "not yet given" by default. */
  readonly missing?: string | undefined
  /** More content below, such as a Disclosure with the reason. */
  readonly children?: ReactNode
}

export function LedgerRow(props: LedgerRowProps) {
  const { name, value, mono = false, note, tone = 'neutral', missing = t('ui.ledger.missing'), children } = props
  return (
    <div className={styles.row}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>
        {value === undefined ? (
          <span className={styles.missing}>{missing}</span>
        ) : (
          <span className={classNames(mono && styles.mono)} translate={mono ? 'no' : undefined}>
            {value}
          </span>
        )}
        {note !== undefined && (
          <p className={classNames(styles.note, toneClass(tone))}>
            <ToneIcon tone={tone} />
            <span>{note}</span>
          </p>
        )}
        {children}
      </dd>
    </div>
  )
}
