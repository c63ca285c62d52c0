import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import control from './control.module.css'
import { SearchIcon } from './icons.tsx'
import styles from './list-head.module.css'

export interface SearchBoxProps {
  readonly label: string
  /** What can be searched for, as an example in the empty box. */
  readonly placeholder: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** What stands above a list: the search first, then the filters. */
export function ListHead({ children }: { readonly children: ReactNode }) {
  return <div className={styles.head}>{children}</div>
}

/** Searches while one types. */
export function SearchBox({ label, placeholder, value, onChange }: SearchBoxProps) {
  return (
    <search className={styles.search}>
      <SearchIcon />
      <input
        type="search"
        className={classNames(control.control, styles.box)}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </search>
  )
}
