import { type MouseEvent, type Ref, useMemo, useState } from 'react'
import { t } from '../language/translate.ts'
import { classNames } from './class-names.ts'
import styles from './combo-field.module.css'
import { ComboboxNote, ComboboxPopup } from './combobox-list.tsx'
import control from './control.module.css'
import { controlAttributes, Field, type FieldTexts, fieldId } from './field.tsx'
import { ChevronIcon, CrossIcon } from './icons.tsx'
import { useAnnounce } from './live-region.tsx'
import { type ComboboxOption, useCombobox } from './use-combobox.ts'

export type ComboSearch = (query: string) => readonly ComboboxOption[]

export interface ComboFieldProps extends FieldTexts {
  /** The value of the option chosen, or what was typed when no option has it; '' while empty. */
  readonly value: string
  /** Called at each key with what was typed, and with an option's value once one is chosen or typed in full. */
  readonly onChange: (value: string) => void
  readonly onBlur?: (() => void) | undefined
  readonly inputRef?: Ref<HTMLInputElement> | undefined
  /** Every option there is: finds the label of a value. Keep it the same between renders. */
  readonly options: readonly ComboboxOption[]
  /** The options to show for what was typed, best first; '' asks for all. Keep it the same between renders. */
  readonly search: ComboSearch
  /** Shown when nothing matches; what was typed stays in the field. */
  readonly emptyText?: string | undefined
  readonly placeholder?: string | undefined
}

/** More are not rendered: the list must open within a frame, and nobody reads on; typing narrows it. */
const shownAtMost = 100

/** A field for one value of a long list. Text that matches nothing stays as typed. */
export function ComboField(props: ComboFieldProps) {
  const { label, value, inputRef, placeholder, emptyText = t('ui.combo.nothing') } = props
  const { combo, matches, leave, clear } = useTypedChoice(props)
  return (
    <Field texts={props}>
      <div className={styles.combo}>
        <input
          {...combo.inputProps}
          {...controlAttributes(props)}
          ref={inputRef}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onBlur={(event) => {
            combo.inputProps.onBlur?.(event)
            leave()
          }}
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
              onMouseDown={keepFocus}
              onClick={clear}
            >
              <CrossIcon />
            </button>
          )}
          <button {...combo.toggleProps} aria-label={t('ui.combo.show', { label })}>
            <ChevronIcon />
          </button>
        </div>
        <ComboboxPopup combo={combo} label={t('ui.combo.choices', { label })}>
          {matches.length === 0 && <ComboboxNote>{emptyText}</ComboboxNote>}
          {matches.length > shownAtMost && (
            <ComboboxNote>{t('ui.combo.hidden', { count: matches.length - shownAtMost })}</ComboboxNote>
          )}
        </ComboboxPopup>
      </div>
    </Field>
  )
}

/** While somebody types, the text is theirs; otherwise it is the label of the value. */
function useTypedChoice({ name, value, options, search, onChange, onBlur }: ComboFieldProps) {
  const announce = useAnnounce()
  const [typed, setTyped] = useState<string>()
  const chosen = useMemo(() => options.find((option) => option.value === value), [options, value])
  const matches = useMemo(() => search(typed ?? ''), [search, typed])
  const shown = useMemo(() => matches.slice(0, shownAtMost), [matches])

  function choose(next: string) {
    setTyped(undefined)
    if (next !== value) onChange(next)
  }

  const combo = useCombobox({
    id: fieldId(name),
    text: typed ?? chosen?.label ?? value,
    onText(text) {
      setTyped(text)
      onChange(text)
      announce(t('ui.combo.matches', { count: search(text).length }))
    },
    options: shown,
    // As in a search box.
    best: typed === undefined || typed === '' ? undefined : shown[0],
    chosen,
    onChoose: (option) => choose(option.value),
  })
  function leave() {
    if (typed !== undefined) choose((optionNamed(typed, options) ?? onlyMatch(typed, matches))?.value ?? value)
    onBlur?.()
  }
  function clear() {
    choose('')
    document.getElementById(fieldId(name))?.focus()
  }
  return { combo, matches, leave, clear }
}

/** The only option that the text can mean. */
function onlyMatch(text: string, matches: readonly ComboboxOption[]): ComboboxOption | undefined {
  return text.trim() !== '' && matches.length === 1 ? matches[0] : undefined
}

/** The one option that was typed in full, by its value or its label. */
function optionNamed(text: string, options: readonly ComboboxOption[]): ComboboxOption | undefined {
  const wanted = text.trim().toLocaleLowerCase()
  const byValue = options.find((option) => option.value.toLocaleLowerCase() === wanted)
  if (byValue !== undefined) return byValue
  const byLabel = options.filter((option) => option.label.toLocaleLowerCase() === wanted)
  return byLabel.length === 1 ? byLabel[0] : undefined
}

function keepFocus(event: MouseEvent) {
  event.preventDefault()
}
