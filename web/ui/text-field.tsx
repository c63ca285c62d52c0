import type { HTMLAttributes, ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import control from './control.module.css'
import { controlAttributes, Field, type FieldTexts } from './field.tsx'
import styles from './text-field.module.css'

export interface TextFieldProps extends FieldTexts {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: (() => void) | undefined
  /** Lets a form library move focus here. */
  readonly inputRef?: Ref<HTMLInputElement> | undefined
  /** Which keyboard a phone shows; never changes what may be typed. */
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  /** Whether a phone writes capitals: 'words' for names, else none. */
  readonly capitals?: 'words' | 'none' | undefined
  /** Monospace, for codes and numbers. */
  readonly mono?: boolean | undefined
  /** No wider than a number needs. */
  readonly narrow?: boolean | undefined
  /** A unit or word after the value, such as a currency; also read out with the field. */
  readonly suffix?: ReactNode
  /** 'off' unless told: the data is other people's. */
  readonly autoComplete?: string | undefined
}

/** One line of text. There is no maxlength and no type=number on purpose: both lose what was pasted. */
export function TextField(props: TextFieldProps) {
  const {
    value,
    onChange,
    onBlur,
    inputRef,
    inputMode,
    capitals = 'none',
    mono,
    narrow,
    suffix,
    autoComplete = 'off',
  } = props
  const attributes = controlAttributes(props)
  const suffixId = `${attributes.id}-suffix`
  return (
    <Field texts={props}>
      <div className={styles.line}>
        <input
          {...attributes}
          {...(suffix !== undefined && { 'aria-describedby': `${suffixId} ${attributes['aria-describedby']}` })}
          type="text"
          ref={inputRef}
          className={classNames(
            control.control,
            mono === true && control.mono,
            narrow === true && control.narrow,
            props.warning !== undefined && control.warned,
          )}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onBlur}
          inputMode={inputMode}
          autoComplete={autoComplete}
          {...(autoComplete === 'off' && neverFilled)}
          autoCapitalize={capitals}
          spellCheck={false}
        />
        {suffix !== undefined && (
          <span className={styles.suffix} id={suffixId}>
            {suffix}
          </span>
        )}
      </div>
    </Field>
  )
}

/**
 * The data are other people's: what 1Password, LastPass, Bitwarden and Dashlane would fill in are the person's own name, number or e-mail
 * address, which then would be paid. None of them minds autocomplete=off.
 */
const neverFilled = {
  'data-1p-ignore': 'true',
  'data-lpignore': 'true',
  'data-bwignore': 'true',
  'data-form-type': 'other',
} as const

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
