import { useRef } from 'react'
import { t } from '../language/translate.ts'
import { classNames } from './class-names.ts'
import styles from './combo-field.module.css'
import { ComboPopup } from './combo-popup.tsx'
import control from './control.module.css'
import { controlAttributes, Field } from './field.tsx'
import { ChevronIcon, CrossIcon } from './icons.tsx'
import { type ComboFieldProps, useCombo } from './use-combo.ts'

/** A text box with a list to choose from (ARIA 1.2 combobox). Typed text that matches nothing is kept. */
export function ComboField(props: ComboFieldProps) {
  const { label, value, onChange, inputRef, placeholder, emptyText = t('ui.combo.nothing') } = props
  const box = useRef<HTMLDivElement>(null)
  const combo = useCombo(props, box)
  // The list sits under the frame of the input and may cover the next fields; it pushes nothing.
  return (
    <Field texts={props}>
      <div className={styles.combo} ref={box}>
        <input
          {...combo.inputProps(inputRef)}
          {...controlAttributes(props)}
          className={classNames(control.control, styles.input, props.warning !== undefined && control.warned)}
          placeholder={placeholder}
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className={styles.buttons}>
          {value !== '' && (
            <button
              type="button"
              tabIndex={-1}
              aria-label={t('ui.combo.clear', { label })}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                combo.forget()
                onChange('')
                combo.focus()
              }}
            >
              <CrossIcon />
            </button>
          )}
          <button {...combo.toggleProps()} type="button" aria-label={t('ui.combo.show', { label })}>
            <ChevronIcon />
          </button>
        </div>
        <ComboPopup combo={combo} label={label} value={value} emptyText={emptyText} />
      </div>
    </Field>
  )
}
