import { useEffect, useMemo } from 'react'
import type { Bank } from '#shared/banks/bank.ts'
import { noBankNames, withBankNames } from '#shared/banks/bank-names.ts'
import { inOrderOfUse } from '#shared/banks/bank-search.ts'
import type { BankRule } from '#shared/rule-book/country.ts'
import { useLanguage } from '../language/language.ts'
import { createStore, useStore } from '../state/store.ts'

/** Every national bank of Brazil, once it was wanted. */
const national = createStore<readonly Bank[]>([])

/** The banks of a country as they are offered. The full list of Brazil loads with its field; until then, the best known ones are there. */
export function useBanks(country: string, rule: BankRule): readonly Bank[] {
  const isNational = rule.nationalCodes !== undefined
  const language = useLanguage()
  const loaded = useStore(national)
  useEffect(() => {
    if (isNational && national.get().length === 0) void loadNational().catch(() => undefined)
  }, [isNational])
  const listed = isNational && loaded.length > 0 ? loaded : rule.banks
  return useMemo(
    () => inOrderOfUse(withBankNames(country, listed, noBankNames, isNational), [], rule.banks, language),
    [country, listed, isNational, rule, language],
  )
}

async function loadNational(): Promise<void> {
  const { brazilianNationalBanks } = await import('#shared/banks/brazil-national.ts')
  national.set(brazilianNationalBanks)
}

/** The name of a bank of Brazil that the rules do not name. */
export function nationalName(code: string): string | undefined {
  return national.get().find((bank) => bank.code === code)?.name
}
