import type { KeyboardEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import control from './control.module.css'
import { fieldId } from './field.tsx'
import styles from './search-field.module.css'
import type { Combobox } from './use-combobox.ts'
import { useSettled } from './use-settled.ts'

export interface SearchFieldProps {
  readonly name: string
  readonly label: string
  /** What can be searched for. */
  readonly hint: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** The number of matches in words; read out at a pause in typing. Empty while nothing is searched. */
  readonly result: string
  /** For a field that shows its results in a list, `children`: the combobox that handles the keys. */
  readonly combo?: Combobox | undefined
  readonly children?: ReactNode
}

/** The pause before the number of results is announced, in ms: each letter changes it. */
const pauseMs = 600

/** Filters the list below as one types, and shows how many results are left. */
export function SearchField({ name, label, hint, value, onChange, result, combo, children }: SearchFieldProps) {
  const id = fieldId(name)
  const spoken = useSettled(result, pauseMs)
  return (
    <search className={styles.search} data-field>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={id} id={`${id}-label`}>
          {label}
        </label>
        <p className={styles.hint}>
          <span id={`${id}-hint`} className={classNames(result !== '' && 'sr-only')}>
            {hint}
          </span>
          {result !== '' && <span aria-hidden>{result}</span>}
          <span role="status" className="sr-only">
            {spoken}
          </span>
        </p>
      </div>
      <div className={styles.box}>
        <input
          {...(combo === undefined
            ? { id, type: 'search', value, onChange: (event) => onChange(event.currentTarget.value) }
            : { ...combo.inputProps, type: 'text', inputMode: 'search', onKeyDown: pressIn(combo) })}
          className={control.control}
          aria-describedby={`${id}-hint`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {children}
      </div>
    </search>
  )
}

/** Enter takes the result and never submits a form around the field. */
function pressIn({ inputProps }: Combobox): (event: KeyboardEvent<HTMLInputElement>) => void {
  return (event) => {
    inputProps.onKeyDown?.(event)
    if (event.key === 'Enter') event.preventDefault()
  }
}
