import type { ReactNode } from 'react'
import type { PayoutFact } from '#shared/api/payout-marks.ts'
import type { Total } from '#shared/payout/totals.ts'
import { Amount } from '../entry/payout-words.tsx'
import { t } from '../language/translate.ts'
import type { PayoutWithFacts } from '../payouts/use-marks.ts'
import { FormDialog } from '../ui/form.tsx'
import { Badge, Note } from '../ui/tone.tsx'
import { gradeTones } from '../validations/grade-tones.ts'
import styles from './exports.module.css'

export interface LastLookProps {
  /** Those that are shown of what is to be exported; `count` and `totals` are of all. */
  readonly payouts: readonly PayoutWithFacts[]
  readonly count: number
  readonly totals: readonly Total[]
  readonly isBusy: boolean
  readonly failure: ReactNode
  readonly onExport: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The question before a file is made: what it adds up to, and what in it is to be known. */
export function LastLook({ payouts, count, totals, isBusy, failure, onExport, onClose, children }: LastLookProps) {
  const has = (fact: PayoutFact) => payouts.filter(({ facts }) => facts.includes(fact)).length
  const ofGrade = (grade: 'compliance' | 'serious') => payouts.filter(({ warnings }) => warnings[grade] > 0).length
  const tests = payouts.filter(({ testMode }) => testMode).length
  const [compliance, serious] = [ofGrade('compliance'), ofGrade('serious')]
  return (
    <FormDialog
      title={t('exports.approved.lookTitle', { count })}
      action={t('exports.approved.export', { count })}
      isBusy={isBusy}
      failure={failure}
      onSubmit={onExport}
      onClose={onClose}
    >
      <ExportSums totals={totals} />
      <ul className={styles.look} aria-label={t('exports.approved.lookLabel')}>
        {compliance > 0 && (
          <li>
            <Badge tone={gradeTones.compliance}>{t('exports.approved.lookCompliance', { count: compliance })}</Badge>
          </li>
        )}
        {serious > 0 && (
          <li>
            <Badge tone={gradeTones.serious}>{t('exports.approved.lookSerious', { count: serious })}</Badge>
          </li>
        )}
        {tests > 0 && (
          <li>
            <Badge tone="sandbox">{t('exports.approved.lookTests', { count: tests })}</Badge>
          </li>
        )}
        <li>{t('exports.approved.lookFirst', { count: has('first') })}</li>
        <li>{t('exports.approved.lookUnvalidated', { count: has('unvalidated') })}</li>
      </ul>
      {payouts.length < count && <Note>{t('exports.approved.lookShown', { shown: payouts.length, count })}</Note>}
      {children}
    </FormDialog>
  )
}

interface ExportSumsProps {
  readonly words?: string
  readonly totals: readonly Total[]
}

/** What payouts come to, after how many they are. */
export function ExportSums({ words, totals }: ExportSumsProps) {
  return (
    <p className={styles.totals}>
      {words}
      {totals.map(({ amount, currencyCode }, place) => (
        <span key={currencyCode}>
          {(words !== undefined || place > 0) && ' · '}
          <Amount amount={amount} currencyCode={currencyCode} />
        </span>
      ))}
    </p>
  )
}
