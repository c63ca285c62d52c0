import { type ReactNode, type Ref, useId } from 'react'
import type { Payout } from '#shared/api/payout.ts'
import { useBankNames } from '../api/bank-names.ts'
import { countryNameByCode } from '../entry/country-options.ts'
import { Amount, ShownName } from '../entry/payout-words.tsx'
import { Name } from '../ui/name.tsx'
import { destinationOf } from './destination.ts'
import styles from './review.module.css'

export interface DecisionPanelProps {
  readonly title: string
  readonly payout: Payout
  readonly titleRef?: Ref<HTMLHeadingElement> | undefined
  /** Called for Enter where it has no other meaning, as on the title. */
  readonly onEnter?: (() => void) | undefined
  /** Called for keys that are pressed where no text belongs. */
  readonly onStray?: (() => void) | undefined
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** Asks for one decision next to what it is about. It is not modal, so that the request can be read. */
export function DecisionPanel({ title, payout, titleRef, onEnter, onStray, onCancel, children }: DecisionPanelProps) {
  const id = useId()
  const names = useBankNames()
  return (
    <dialog
      open
      className={styles.panel}
      aria-labelledby={id}
      aria-describedby={`${id}-payout`}
      onKeyDown={({ key, target, repeat }) => {
        if (key === 'Escape') onCancel()
        if (key === 'Enter' && !repeat && !isWithin(target, 'button, a, textarea, summary')) onEnter?.()
        if (key.length === 1 && !isWithin(target, 'button, a, textarea, summary, input')) onStray?.()
      }}
    >
      <h3 id={id} tabIndex={-1} ref={titleRef}>
        {title}
      </h3>
      <div id={`${id}-payout`}>
        <p className={styles.brief}>
          <ShownName of={payout} />{' '}
          <span className={styles.sum}>
            <Amount {...payout} />
          </span>
        </p>
        <p className={styles.quiet}>
          {countryNameByCode(payout.country)}
          {destinationOf(payout, names).map((part) => (
            <span key={part}>
              {' · '}
              <Name>{part}</Name>
            </span>
          ))}
        </p>
      </div>
      {children}
    </dialog>
  )
}

function isWithin(target: EventTarget, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}
