import type { ReactNode, Ref } from 'react'
import { controlAttributes, FieldMessages, type FieldTexts } from './field.tsx'
import styles from './tick-field.module.css'

export interface TickFieldProps extends Omit<FieldTexts, 'hint' | 'note'> {
  readonly value: boolean
  readonly onChange: (value: boolean) => void
  readonly onBlur?: (() => void) | undefined
  readonly inputRef?: Ref<HTMLInputElement> | undefined
  /** What checking it means, in quiet type under the label. */
  readonly description?: ReactNode
  /** Whether it must be checked to continue; a checkbox is optional by nature. */
  readonly required?: boolean | undefined
}

/** A checkbox with what checking it means. */
export function TickField(props: TickFieldProps) {
  const { value, onChange, onBlur, inputRef, description, required = false } = props
  const attributes = controlAttributes(props)
  const descriptionId = `${attributes.id}-description`
  const hasMessage = props.error !== undefined || props.warning !== undefined
  const hasBelow = hasMessage || props.explanation !== undefined
  return (
    <div className={styles.tick} data-field>
      <label className={styles.line}>
        <input
          {...attributes}
          aria-required={required}
          aria-labelledby={`${attributes.id}-label`}
          aria-describedby={`${descriptionId} ${attributes['aria-describedby']}`}
          type="checkbox"
          ref={inputRef}
          checked={value}
          onChange={(event) => onChange(event.currentTarget.checked)}
          onBlur={onBlur}
        />
        <span id={`${attributes.id}-label`}>{props.label}</span>
        <span className={styles.description} id={descriptionId}>
          {description}
        </span>
      </label>
      {hasBelow && <FieldMessages texts={props} />}
    </div>
  )
}
