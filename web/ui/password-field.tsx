import { type Ref, useState } from 'react'
import { t } from '../language/translate.ts'
import { Button } from './button.tsx'
import control from './control.module.css'
import { controlAttributes, Field, type FieldTexts } from './field.tsx'
import styles from './text-field.module.css'

export interface PasswordFieldProps extends FieldTexts {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Which of a person's passwords a password manager fills in, or whether it offers a new one. */
  readonly autoComplete: 'current-password' | 'new-password'
  readonly inputRef?: Ref<HTMLInputElement> | undefined
}

/** A password, hidden until it is revealed. Pasting is allowed, and the length is not limited. */
export function PasswordField(props: PasswordFieldProps) {
  const { value, onChange, autoComplete, inputRef } = props
  const [isShown, setIsShown] = useState(false)
  return (
    <Field texts={props}>
      <div className={styles.line}>
        <input
          {...controlAttributes(props)}
          type={isShown ? 'text' : 'password'}
          ref={inputRef}
          className={control.control}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button
          label={t(isShown ? 'ui.password.hideIt' : 'ui.password.showIt', { label: props.label })}
          onClick={() => setIsShown(!isShown)}
        >
          {t(isShown ? 'ui.password.hide' : 'ui.password.show')}
        </Button>
      </div>
    </Field>
  )
}
