import type { ReactNode } from 'react'
import type { PayoutFact } from '#shared/api/payout-marks.ts'
import { t } from '../language/translate.ts'
import styles from './fact-marks.module.css'

/** What is to be known of a payout besides its warnings, each as a chip. */
export function FactMarks({ facts }: { readonly facts: readonly PayoutFact[] }) {
  return facts.map((fact) => (
    <span key={fact} className={styles.fact}>
      {factWords(fact)}
    </span>
  ))
}

function factWords(fact: PayoutFact): string {
  return t(`payouts.fact.${fact}`)
}

/** For lines without space for words. */
const factSigns = {
  first: <b aria-hidden="true">1</b>,
  unvalidated: <b aria-hidden="true">∅</b>,
  unanswered: <b aria-hidden="true">…</b>,
} as const satisfies Record<PayoutFact, ReactNode>

/** The same as signs, with their words where there is room. */
export function factMarks(facts: readonly PayoutFact[], hasRoom: boolean) {
  return facts.map((fact) => {
    return { words: factWords(fact), tone: 'neutral', icon: factSigns[fact], isWritten: hasRoom } as const
  })
}
