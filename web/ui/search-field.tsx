import type { ComponentProps, KeyboardEvent } from 'react'
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
  /** For a field whose finds the keys choose from: its list and what is marked there. */
  readonly choice?: SearchChoice | undefined
}

export interface SearchChoice {
  readonly listId: string
  readonly isOpen: boolean
  /** The id of the option that Enter takes. */
  readonly markedId: string | undefined
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** Narrows what stands below it as one types, and says how much is left. */
export function SearchField({ name, label, hint, value, onChange, result, choice }: SearchFieldProps) {
  const id = fieldId(name)
  return (
    <search className={styles.search}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={control.control}
        {...(choice === undefined ? { type: 'search' } : comboAttributes(choice))}
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

/** A combo box as ARIA 1.2 has it: focus stays in the field. */
function comboAttributes({ listId, isOpen, markedId, onKeyDown }: SearchChoice): ComponentProps<'input'> {
  return {
    type: 'text',
    inputMode: 'search',
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? listId : undefined,
    'aria-activedescendant': isOpen ? markedId : undefined,
    onKeyDown,
  }
}
