import { type MouseEvent, useMemo, useState } from 'react'
import type { Bank } from '#shared/banks/bank.ts'
import { isNamed, misspeltBanks, searchBanks } from '#shared/banks/bank-search.ts'
import { folded } from '#shared/banks/folded.ts'
import { useLanguage } from '../language/language.ts'
import { t } from '../language/translate.ts'
import { classNames } from '../ui/class-names.ts'
import { ComboboxNote, ComboboxPopup } from '../ui/combobox-list.tsx'
import control from '../ui/control.module.css'
import { controlAttributes, Field, type FieldTexts, fieldId } from '../ui/field.tsx'
import { ChevronIcon, CrossIcon } from '../ui/icons.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { type ComboboxOption, useCombobox } from '../ui/use-combobox.ts'
import styles from './bank-combobox.module.css'

export interface BankControl extends FieldTexts {
  /** The code of the chosen bank, or what was typed when no bank has it; '' while empty. */
  readonly value: string
  /** Called at each key with what was typed, and with a code once a bank is chosen or typed in full. */
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
  readonly inputRef?: ((element: HTMLInputElement | null) => void) | undefined
}

interface BankComboboxProps extends BankControl {
  /** In the order in which they are offered. */
  readonly banks: readonly Bank[]
  /** The codes of banks that only a request by API reaches. */
  readonly apiOnly?: readonly string[] | undefined
}

/** The most options that are rendered: the list must open within a frame, and typing narrows a longer one faster than reading it. */
const shownAtMost = 100

/** The bank, found by its name, a former name or its code. Text that matches none stays as typed. */
export function BankCombobox(props: BankComboboxProps) {
  const { label, value, inputRef } = props
  const { combo, matches, leave, clear } = useBankCombobox(props)
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
          placeholder={t('payouts.bank.placeholder')}
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
          {matches.length === 0 && <ComboboxNote>{t('payouts.bank.nothing')}</ComboboxNote>}
          {matches.length > shownAtMost && (
            <ComboboxNote>{t('ui.combo.hidden', { count: matches.length - shownAtMost })}</ComboboxNote>
          )}
        </ComboboxPopup>
      </div>
    </Field>
  )
}

/** While the field is edited, its text is what was typed; otherwise it is the name of the chosen bank. */
function useBankCombobox({ banks, apiOnly = none, name, value, onChange, onBlur }: BankComboboxProps) {
  const announce = useAnnounce()
  const language = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a bank without a name is called by its code in words
  const { options, search } = useMemo(() => optionsOf(banks, apiOnly), [banks, apiOnly, language])
  const [typed, setTyped] = useState<string>()
  const chosen = useMemo(() => options.find((option) => option.value === value), [options, value])
  const matches = useMemo(() => search(typed ?? ''), [search, typed])
  const shown = useMemo(() => matches.found.slice(0, shownAtMost), [matches])

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
      announce(t('ui.combo.matches', { count: search(text).found.length }))
    },
    options: shown,
    best: matches.best,
    chosen,
    onChoose: (option) => choose(option.value),
  })
  function leave() {
    if (typed !== undefined) choose((optionNamed(typed, options) ?? matches.only)?.value ?? value)
    onBlur()
  }
  function clear() {
    choose('')
    document.getElementById(fieldId(name))?.focus()
  }
  return { combo, matches: matches.found, leave, clear }
}

const none: readonly string[] = []

/** The one option that was typed in full, by its value or its label. */
function optionNamed(text: string, options: readonly ComboboxOption[]): ComboboxOption | undefined {
  const wanted = text.trim().toLocaleLowerCase()
  const byValue = options.find((option) => option.value.toLocaleLowerCase() === wanted)
  if (byValue !== undefined) return byValue
  const byLabel = options.filter((option) => option.label.toLocaleLowerCase() === wanted)
  return byLabel.length === 1 ? byLabel[0] : undefined
}

interface BankOptions {
  readonly options: readonly ComboboxOption[]
  readonly search: (query: string) => BankMatches
}

interface BankMatches {
  /** Best first; all of them for an empty text. */
  readonly found: readonly ComboboxOption[]
  /** The option that Enter takes: none where the text is only found in the middle of names, as each may be another bank. */
  readonly best: ComboboxOption | undefined
  /** The only one that the text can mean, which leaving the field takes. */
  readonly only: ComboboxOption | undefined
}

function optionsOf(banks: readonly Bank[], apiOnly: readonly string[]): BankOptions {
  const byCode = new Map(banks.map((bank) => [bank.code, optionOf(bank, apiOnly)]))
  const optionsFor = (found: readonly Bank[]) => found.flatMap(({ code }) => byCode.get(code) ?? [])
  return {
    options: [...byCode.values()],
    search(query) {
      const matching = searchBanks(banks, query)
      const [first] = matching
      const found = optionsFor(first === undefined ? misspeltBanks(banks, query) : matching)
      const best = first === undefined || isNamed(first, query) ? found[0] : undefined
      return { found, best, only: first !== undefined && found.length === 1 ? best : undefined }
    },
  }
}

function optionOf({ code, name, otherNames }: Bank, apiOnly: readonly string[]): ComboboxOption {
  const label = name ?? t('payouts.bank.unnamed', { code })
  const own = folded(label)
  const other = otherNames.find((found) => !own.includes(folded(found)))
  const hint = apiOnly.includes(code)
    ? t('payouts.bank.apiOnly')
    : name === undefined
      ? t('payouts.bank.unlisted')
      : other
  return { value: code, label, code, ...(hint && { hint }) }
}

function keepFocus(event: MouseEvent) {
  event.preventDefault()
}
