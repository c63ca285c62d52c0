import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Bank } from '#shared/banks/bank.ts'
import { bankIdOf, withBankNames } from '#shared/banks/bank-names.ts'
import { inOrderOfUse } from '#shared/banks/bank-search.ts'
import type { BankRule } from '#shared/rule-book/country.ts'
import { useBankNames, useUsedBanks } from '../api/bank-names.ts'
import { useLanguage } from '../language/language.ts'
import { nationalBanks } from '../rule-links/national-banks.ts'
import { BankCombobox, type BankControl } from './bank-combobox.tsx'

export interface BankFieldProps extends BankControl {
  readonly country: string
  readonly rule: BankRule
}

/** The bank, with the names that colleagues gave and those used before at the top. */
export function BankField({ country, rule, ...control }: BankFieldProps) {
  return <BankCombobox {...control} banks={useBanks(country, rule)} apiOnly={rule.apiOnly} />
}

/** The banks of a field, the most used first. Brazil's full list loads when it is first wanted. */
function useBanks(country: string, rule: BankRule): readonly Bank[] {
  const isNational = rule.nationalCodes !== undefined
  const national = useQuery({ ...nationalBanks, enabled: isNational })
  const language = useLanguage()
  const names = useBankNames()
  const used = useUsedBanks()
  const listed = isNational ? (national.data ?? rule.banks) : rule.banks
  return useMemo(() => {
    const start = bankIdOf(country, '')
    const usedHere = used.flatMap((id) => (id.startsWith(start) ? [id.slice(start.length)] : []))
    return inOrderOfUse(withBankNames(country, listed, names, isNational), usedHere, rule.banks, language)
  }, [country, listed, names, used, isNational, rule, language])
}
