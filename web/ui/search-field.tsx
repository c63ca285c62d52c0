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
  /** What can be found. */
  readonly hint: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** How much was found, in words; read out at a pause in typing. Empty while nothing is searched. */
  readonly result: string
  /** For a field that offers its finds in a list of its own, `children`: what knows their keys. */
  readonly combo?: Combobox | undefined
  readonly children?: ReactNode
}

/** In ms: each letter finds something else, and nobody listens to them all. */
const pauseMs = 600

/** Narrows what stands below it as one types, and says how much is left. */
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
          <span aria-hidden>{result}</span>
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

/** Enter takes what was found, and never sends a form that stands around the field. */
function pressIn({ inputProps }: Combobox): (event: KeyboardEvent<HTMLInputElement>) => void {
  return (event) => {
    inputProps.onKeyDown?.(event)
    if (event.key === 'Enter') event.preventDefault()
  }
}
