import { type ReactNode, useId, useState } from 'react'
import { t } from '../language/translate.ts'
import { classNames } from './class-names.ts'
import control from './control.module.css'
import { ChevronIcon, CrossIcon, SearchIcon, TickIcon } from './icons.tsx'
import styles from './list-filters.module.css'

export interface SearchBoxProps {
  readonly label: string
  /** What can be searched for, as an example in the empty box. */
  readonly placeholder: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Why the search was refused; what was typed stays. */
  readonly error?: string | undefined
}

/** The controls above a list: the search first, then the filters. */
export function ListHead({ children }: { readonly children: ReactNode }) {
  return <div className={styles.head}>{children}</div>
}

/** The filters of a list; on a phone in one line, which scrolls sideways. */
export function Filters({ children }: { readonly children: ReactNode }) {
  return <div className={styles.filters}>{children}</div>
}

/** Searches while the person types. */
export function SearchBox({ label, placeholder, value, onChange, error }: SearchBoxProps) {
  const id = useId()
  return (
    <search className={styles.search}>
      <SearchIcon />
      <input
        type="search"
        className={classNames(control.control, styles.box)}
        aria-label={label}
        aria-describedby={id}
        aria-invalid={error !== undefined}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <p id={id} className={styles.error} role="alert">
        {error}
      </p>
    </search>
  )
}

interface FilterOption {
  readonly value: string
  readonly label: string
}

export interface FilterChipsProps {
  /** What it filters by, for screen readers. */
  readonly label: string
  readonly options: readonly FilterOption[]
  /** undefined: no filter. */
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** A few choices as chips: pressing the chosen one again clears it. */
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
  /** The label for no filter: "All countries". */
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

export interface FilterToggleProps {
  readonly isOpen: boolean
  /** Whether any of them is set. */
  readonly isUsed: boolean
  readonly onToggle: () => void
  readonly children: string
}

/** Shows less common filters. */
export function FilterToggle({ isOpen, isUsed, onToggle, children }: FilterToggleProps) {
  return (
    <button
      type="button"
      className={classNames(styles.chip, isOpen && styles.open)}
      aria-expanded={isOpen}
      data-chosen={isUsed}
      onClick={onToggle}
    >
      <span>{children}</span>
      <ChevronIcon />
    </button>
  )
}

export interface FilterFieldProps {
  readonly label: string
  readonly value: string
  /** Called on leaving the field or on Enter; returns whether the value is valid. */
  readonly onChange: (typed: string) => boolean
}

/** A value that is typed. */
export function FilterField({ label, value, onChange }: FilterFieldProps) {
  const [isWrong, setIsWrong] = useState(false)
  return (
    <label className={styles.day}>
      <span>{label}</span>
      <input
        className={classNames(styles.chip, styles.typed)}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={value}
        data-chosen={value !== ''}
        aria-invalid={isWrong}
        onBlur={({ currentTarget }) => setIsWrong(!onChange(currentTarget.value))}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') setIsWrong(!onChange(currentTarget.value))
        }}
      />
    </label>
  )
}

export interface FilterTagProps {
  readonly children: string
  readonly onRemove: () => void
}

/** A filter that came with the address and can only be removed. */
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
