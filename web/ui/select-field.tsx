import type { Ref } from 'react'
import { t } from '../language/translate.ts'
import { classNames } from './class-names.ts'
import control from './control.module.css'
import { controlAttributes, Field, type FieldTexts } from './field.tsx'
import { ChevronIcon } from './icons.tsx'
import styles from './select-field.module.css'

export interface SelectOption {
  readonly value: string
  readonly label: string
  /** Options that share a group stand together under its name. */
  readonly group?: string | undefined
}

export interface SelectFieldProps extends FieldTexts {
  /** '' while nothing is chosen. A value that no option has is shown as it is, and kept. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: (() => void) | undefined
  readonly inputRef?: Ref<HTMLSelectElement> | undefined
  readonly options: readonly SelectOption[]
  /** The words of the empty choice; without them there is none once a value is chosen. */
  readonly placeholder?: string | undefined
}

/** A native select: for lists short enough to read, up to some twenty entries. */
export function SelectField(props: SelectFieldProps) {
  const { value, onChange, onBlur, inputRef, options, placeholder } = props
  const isUnknown = value !== '' && !options.some((option) => option.value === value)
  return (
    <Field texts={props}>
      <div className={styles.line}>
        <select
          {...controlAttributes(props)}
          ref={inputRef}
          className={classNames(control.control, styles.select, props.warning !== undefined && control.warned)}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onBlur}
        >
          {(placeholder !== undefined || value === '') && (
            <option value="">{placeholder ?? t('ui.select.choose')}</option>
          )}
          {isUnknown && <option value={value}>{value}</option>}
          <Options options={options} />
        </select>
        <span className={styles.chevron}>
          <ChevronIcon />
        </span>
      </div>
    </Field>
  )
}

function Options({ options }: { readonly options: readonly SelectOption[] }) {
  const groups = [...new Set(options.map((option) => option.group))]
  return groups.map((group) => {
    const items = options
      .filter((option) => option.group === group)
      .map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))
    return group === undefined ? (
      items
    ) : (
      <optgroup key={group} label={group}>
        {items}
      </optgroup>
    )
  })
}
