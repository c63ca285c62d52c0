import { t } from '../language/translate.ts'
import styles from './filter-chips.module.css'

type Day = string | undefined

export interface DaySpanProps {
  /** `2026-11-21`; undefined: any day. */
  readonly from: Day
  readonly to: Day
  readonly onFrom: (day: Day) => void
  readonly onTo: (day: Day) => void
}

/** From one day to another, as a filter, with the browser's own calendar. */
export function DaySpan({ from, to, onFrom, onTo }: DaySpanProps) {
  return (
    <div className={styles.days}>
      <DayField label={t('ui.days.from')} value={from} onChange={onFrom} />
      <DayField label={t('ui.days.to')} value={to} onChange={onTo} />
    </div>
  )
}

interface DayFieldProps {
  readonly label: string
  readonly value: Day
  readonly onChange: (day: Day) => void
}

function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <label className={styles.day}>
      {label}
      <input
        type="date"
        className={styles.chip}
        data-chosen={value !== undefined}
        value={value ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
      />
    </label>
  )
}
