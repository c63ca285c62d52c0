import { classNames } from './class-names.ts'
import control from './control.module.css'
import { fieldId } from './field.tsx'
import styles from './search-field.module.css'

export interface SearchFieldProps {
  readonly name: string
  readonly label: string
  /** What can be found. */
  readonly hint: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** How much was found, in words; read out as it changes. Empty while nothing is searched. */
  readonly result: string
}

/** Narrows what stands below it as one types, and says how much is left. */
export function SearchField({ name, label, hint, value, onChange, result }: SearchFieldProps) {
  const id = fieldId(name)
  return (
    <search className={styles.search}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={control.control}
        type="search"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        aria-describedby={`${id}-hint`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <p className={styles.below}>
        <span id={`${id}-hint`} className={classNames(result !== '' && 'sr-only')}>
          {hint}
        </span>
        <span role="status">{result}</span>
      </p>
    </search>
  )
}
