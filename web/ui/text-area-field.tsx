import { classNames } from './class-names.ts'
import control from './control.module.css'
import { controlAttributes, Field, type FieldTexts } from './field.tsx'
import styles from './text-area-field.module.css'

export interface TextAreaFieldProps extends FieldTexts {
  readonly value: string
  readonly onChange: (value: string) => void
  /** How many lines it shows; 4 unless told. */
  readonly lines?: number | undefined
}

/** Several lines of text. No maxlength: it would cut a paste. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { value, onChange, lines = 4 } = props
  return (
    <Field texts={props}>
      <textarea
        {...controlAttributes(props)}
        className={classNames(control.control, styles.area)}
        rows={lines}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
    </Field>
  )
}
