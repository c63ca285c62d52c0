import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useMemo, useState } from 'react'
import type { Bank } from '#shared/banks/bank.ts'
import { bankIdOf, withBankNames } from '#shared/banks/bank-names.ts'
import { inOrderOfUse, isNamed, misspeltBanks, searchBanks } from '#shared/banks/bank-search.ts'
import { folded } from '#shared/banks/folded.ts'
import type { BankRule } from '#shared/rule-book/country.ts'
import { useBankNames, useUsedBanks } from '../api/bank-names.ts'
import { useLanguage } from '../language/language.ts'
import { t } from '../language/translate.ts'
import { nationalBanks } from '../rule-links/national-banks.ts'
import { classNames } from '../ui/class-names.ts'
import { ComboboxNote, ComboboxPopup } from '../ui/combobox-list.tsx'
import control from '../ui/control.module.css'
import { controlAttributes, Field, type FieldTexts, fieldId } from '../ui/field.tsx'
import { ChevronIcon, CrossIcon } from '../ui/icons.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { type ComboboxOption, useCombobox } from '../ui/use-combobox.ts'
import styles from './bank-field.module.css'

export interface BankFieldProps extends FieldTexts {
  readonly country: string
  readonly rule: BankRule
  /** The code of the chosen bank, or what was typed when no bank has it; '' while empty. */
  readonly value: string
  /** Called at each key with what was typed, and with a code once a bank is chosen or typed in full. */
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
  readonly inputRef: (element: HTMLInputElement | null) => void
}

/** The most options that are rendered: the list must open within a frame, and typing narrows a longer one faster than reading it. */
const shownAtMost = 100

/** The bank, found by its name, a former name or its code. Text that matches none stays as typed. */
export function BankField(props: BankFieldProps) {
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
function useBankCombobox({ country, rule, name, value, onChange, onBlur }: BankFieldProps) {
  const announce = useAnnounce()
  const { options, search } = useBankOptions(country, rule)
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

/** The banks of a field, searched by name, former name and code. Brazil's full list loads when it is first wanted. */
function useBankOptions(country: string, rule: BankRule): BankOptions {
  const isNational = rule.nationalCodes !== undefined
  const national = useQuery({ ...nationalBanks, enabled: isNational })
  const language = useLanguage()
  const names = useBankNames()
  const used = useUsedBanks()
  const listed = isNational ? (national.data ?? rule.banks) : rule.banks
  return useMemo(() => {
    const start = bankIdOf(country, '')
    const usedHere = used.flatMap((id) => (id.startsWith(start) ? [id.slice(start.length)] : []))
    const banks = inOrderOfUse(withBankNames(country, listed, names, isNational), usedHere, rule.banks, language)
    return optionsOf(banks, rule.apiOnly ?? [])
  }, [country, listed, names, used, isNational, rule, language])
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
