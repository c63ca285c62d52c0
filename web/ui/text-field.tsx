import type { HTMLAttributes, ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import control from './control.module.css'
import { controlAttributes, Field, type FieldTexts } from './field.tsx'
import styles from './text-field.module.css'

export interface TextFieldProps extends FieldTexts {
  readonly value: string
  /** What the browser offers to enter. */
  readonly type?: 'text' | 'datetime-local'
  readonly onChange: (value: string) => void
  readonly onBlur?: (() => void) | undefined
  /** Lets a form library move focus here. */
  readonly inputRef?: Ref<HTMLInputElement> | undefined
  /** The keyboard of a phone; never limits what may be typed. */
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  /** Capitals on a phone: 'words' for names, else none. */
  readonly capitals?: 'words' | 'none' | undefined
  /** Monospace, for codes and numbers. */
  readonly mono?: boolean | undefined
  /** Only as wide as a number needs. */
  readonly narrow?: boolean | undefined
  /** A unit or word after the value, such as a currency; also read out with the field. */
  readonly suffix?: ReactNode
  /** 'off' by default: the data is other people's. */
  readonly autoComplete?: string | undefined
}

/** One line of text. There is no maxlength and no type=number on purpose: both lose pasted characters. */
export function TextField(props: TextFieldProps) {
  const {
    value,
    type = 'text',
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
      <Suffixed suffix={suffix} suffixId={suffixId}>
        <input
          {...attributes}
          {...(suffix !== undefined && { 'aria-describedby': `${suffixId} ${attributes['aria-describedby']}` })}
          type={type}
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
      </Suffixed>
    </Field>
  )
}

interface SuffixedProps {
  readonly suffix: ReactNode
  readonly suffixId: string
  readonly children: ReactNode
}

function Suffixed({ suffix, suffixId, children }: SuffixedProps) {
  if (suffix === undefined) return children
  return (
    <div className={styles.line}>
      {children}
      <span className={styles.suffix} id={suffixId}>
        {suffix}
      </span>
    </div>
  )
}

/**
 * The data is other people's: 1Password, LastPass, Bitwarden and Dashlane would fill in the person's own name, number or e-mail address,
 * which would then be paid. All of them ignore autocomplete=off.
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
  /** How many lines it shows; 4 by default. */
  readonly lines?: number | undefined
  /** By Ctrl and Enter, as Enter alone begins a line. */
  readonly onSend?: () => void
}

/** Several lines of text. No maxlength: it would cut a paste. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { value, onChange, lines = 4, onSend } = props
  return (
    <Field texts={props}>
      <textarea
        {...controlAttributes(props)}
        className={classNames(control.control, styles.area)}
        rows={lines}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={({ key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey) && onSend?.()}
        autoComplete="off"
        spellCheck={false}
      />
    </Field>
  )
}
