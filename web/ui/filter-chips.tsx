import { t } from '../language/translate.ts'
import styles from './filter-chips.module.css'
import { ChevronIcon, CrossIcon, TickIcon } from './icons.tsx'

interface FilterOption {
  readonly value: string
  readonly label: string
}

export interface FilterChipsProps {
  /** What it filters by, for screen readers. */
  readonly label: string
  readonly options: readonly FilterOption[]
  /** undefined: everything. */
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** A few choices as chips: pressing the chosen one again shows everything. */
export function FilterChips({ label, options, value, onChange }: FilterChipsProps) {
  return (
    <fieldset className={styles.chips} aria-label={label}>
      {options.map((option) => {
        const isChosen = option.value === value
        return (
          <button
            key={option.value}
            type="button"
            className={styles.chip}
            aria-pressed={isChosen}
            onClick={() => onChange(isChosen ? undefined : option.value)}
          >
            {isChosen && <TickIcon />}
            {option.label}
          </button>
        )
      })}
    </fieldset>
  )
}

export interface FilterSelectProps extends FilterChipsProps {
  /** The words for everything: "All countries". */
  readonly all: string
}

/** Many choices as one chip that opens a list. */
export function FilterSelect({ label, all, options, value, onChange }: FilterSelectProps) {
  return (
    <span className={styles.select}>
      <select
        className={styles.chip}
        aria-label={label}
        data-chosen={value !== undefined}
        value={value ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
      >
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronIcon />
    </span>
  )
}

export interface FilterTagProps {
  readonly children: string
  readonly onRemove: () => void
}

/** A filter that came with the address and can only be taken away. */
export function FilterTag({ children, onRemove }: FilterTagProps) {
  return (
    <button
      type="button"
      className={styles.chip}
      aria-label={t('ui.filter.only', { thing: children })}
      data-chosen="true"
      onClick={onRemove}
    >
      <span className={styles.words}>{children}</span>
      <CrossIcon />
    </button>
  )
}
