import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Bank } from '#shared/banks/bank.ts'
import { withBankNames } from '#shared/banks/bank-names.ts'
import { searchBanks } from '#shared/banks/bank-search.ts'
import type { Language } from '#shared/language/languages.ts'
import type { BankRule } from '#shared/rule-book/country.ts'
import { useBankNames } from '../api/bank-names.ts'
import { useLanguage } from '../language/language.ts'
import { t } from '../language/translate.ts'
import { nationalBanks } from '../rules/national-banks.ts'
import { ComboField, type ComboSearch } from '../ui/combo-field.tsx'
import type { FieldTexts } from '../ui/field.tsx'
import type { ComboboxOption } from '../ui/use-combobox.ts'

export interface BankFieldProps extends FieldTexts {
  readonly country: string
  readonly rule: BankRule
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
  readonly inputRef: (element: HTMLInputElement | null) => void
}

/** The bank, found by its name, a former name or its code. */
export function BankField({ country, rule, ...field }: BankFieldProps) {
  const { options, search } = useBankOptions(country, rule)
  return (
    <ComboField
      {...field}
      options={options}
      search={search}
      placeholder={t('payouts.bank.placeholder')}
      emptyText={t('payouts.bank.nothing')}
    />
  )
}

interface BankOptions {
  readonly options: readonly ComboboxOption[]
  readonly search: ComboSearch
}

/** The banks of a field, searched by name, former name and code. Brazil's full list loads when it is first wanted. */
function useBankOptions(country: string, rule: BankRule): BankOptions {
  const isNational = rule.nationalCodes !== undefined
  const national = useQuery({ ...nationalBanks, enabled: isNational })
  const language = useLanguage()
  const names = useBankNames()
  const listed = isNational ? (national.data ?? rule.banks) : rule.banks
  return useMemo(() => {
    const banks = withBankNames(country, listed, names, isNational)
    return optionsOf(banks, rule.apiOnly ?? [], language)
  }, [country, listed, names, isNational, rule, language])
}

function optionsOf(banks: readonly Bank[], apiOnly: readonly string[], language: Language): BankOptions {
  const byCode = new Map(banks.map((bank) => [bank.code, optionOf(bank, apiOnly, language)]))
  return {
    options: [...byCode.values()],
    search: (query) => searchBanks(banks, query).flatMap(({ code }) => byCode.get(code) ?? []),
  }
}

function optionOf({ code, name, otherNames }: Bank, apiOnly: readonly string[], language: Language): ComboboxOption {
  const label = name ?? t('payouts.bank.unnamed', { code })
  const other = otherNames.find((found) => found.localeCompare(label, language, { sensitivity: 'base' }) !== 0)
  const hint = apiOnly.includes(code)
    ? t('payouts.bank.apiOnly')
    : name === undefined
      ? t('payouts.bank.unlisted')
      : other
  return { value: code, label, code, ...(hint && { hint }) }
}
