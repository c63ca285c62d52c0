import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { CountryRules as Rules } from '#shared/api/rules.ts'
import { buildCountryRules } from '#shared/rules/rules-document.ts'
import { useBankNames } from '../api/bank-names.ts'
import { tEnglish } from '../language/english.ts'
import { alternatives } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { useNationalBanks } from '../rule-links/national-banks.ts'
import { AppLink } from '../screen/app-link.tsx'
import { useSearchText } from '../screen/list-state.ts'
import { NotFound, Page } from '../screen/page.tsx'
import { paths } from '../screen/routes.ts'
import { Actions, Button } from '../ui/button.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { CountrySummary } from './country-summary.tsx'
import { FieldSection } from './field-section.tsx'
import { takesNationalCodes } from './rule-rows.ts'
import { allRules, foundInWords, isEmptyResult, searchRules } from './rule-search.ts'
import styles from './rules.module.css'
import { AccountTypeSection, BankSection, DocumentSection, ValidationRulesSection } from './sections.tsx'

/** The rule book of one country: its fields, the codes of payouts and validations, its banks and validations. */
export function CountryRulesPage({ code }: { readonly code: string }) {
  const rules = useMemo(() => buildCountryRules(code, t), [code])
  const inEnglish = useMemo(() => buildCountryRules(code, tEnglish), [code])
  return rules === undefined || inEnglish === undefined ? (
    <NotFound />
  ) : (
    <RulesPage rules={rules} inEnglish={inEnglish} />
  )
}

interface RulesPageProps {
  readonly rules: Rules
  /** The same for the search. */
  readonly inEnglish: Rules
}

function RulesPage({ rules, inEnglish }: RulesPageProps) {
  const { typed: query, type: search } = useSearchText()
  const target = useRuleInAddress()
  const isNational = takesNationalCodes(rules)
  const isSearching = query.trim() !== ''
  const national = useNationalBanks(isNational && (isSearching || target.startsWith('bank-')))
  const names = useBankNames()
  const all = useMemo(() => allRules(rules, national.banks, names), [rules, national.banks, names])
  const found = isSearching ? searchRules(all, inEnglish, query) : all
  useRuleTarget(target, !national.isLoading)

  const [isToPrint, setIsToPrint] = useState(false)
  // Once the content for printing is rendered, however long that takes.
  useEffect(() => {
    if (!isToPrint) return
    setIsToPrint(false)
    window.print()
  }, [isToPrint])

  async function print() {
    if (isNational) await national.load()
    setIsToPrint(true)
  }

  return (
    <Page title={rules.name} lead={leadOf(rules)} aside={<PageActions onPrint={print} />}>
      <div className={styles.page}>
        <SearchField
          name="rules"
          label={t('rules.page.search', { country: rules.name })}
          hint={t('rules.page.hint')}
          value={query}
          onChange={search}
          result={isSearching ? foundInWords(found) : ''}
        />
        {isSearching && isEmptyResult(found) && <NothingFound query={query} onClear={() => search('')} />}
        {!isSearching && <CountrySummary rules={rules} all={all} />}
        <FieldSection rules={rules} rows={found.fields} isWhole={!isSearching} />
        <DocumentSection rows={found.documents} isPaid={rules.methods.length > 0} />
        <AccountTypeSection rows={found.accountTypes} />
        <BankSection
          rules={rules}
          rows={found.banks}
          national={isNational && !isSearching ? national : undefined}
          isWhole={!isSearching}
        />
        <ValidationRulesSection validations={found.validations} />
      </div>
    </Page>
  )
}

function PageActions({ onPrint }: { readonly onPrint: () => Promise<void> }) {
  return (
    <div className="screen-only">
      <Actions>
        <AppLink to={paths.rules}>{t('rules.page.allCountries')}</AppLink>
        <Button small onClick={() => void onPrint()}>
          {t('rules.page.print')}
        </Button>
      </Actions>
    </div>
  )
}

function NothingFound({ query, onClear }: { readonly query: string; readonly onClear: () => void }) {
  return (
    <div className={styles.empty}>
      <p>{t('rules.page.nothingMatches', { query })}</p>
      <Button onClick={onClear}>{t('rules.page.clearSearch')}</Button>
    </div>
  )
}

function leadOf({ currencies, methods }: Rules): string {
  if (methods.length === 0) return t('rules.page.validationsOnly')
  return t('rules.page.lead', { currencies: alternatives(currencies) })
}

/** The id of the rule that the address points to; empty for the whole page. */
export function useRuleInAddress(): string {
  return useSyncExternalStore(subscribe, () => window.location.hash.slice(1))
}

/**
 * Scrolls to that rule, focuses and marks it. The browser does so for pages that it loads, not for content rendered later; `isReady`:
 * nothing is loading that may contain the target.
 */
export function useRuleTarget(id: string, isReady: boolean): void {
  useEffect(() => {
    const target = isReady && id !== '' ? document.getElementById(id) : null
    if (target === null) return
    target.scrollIntoView({ block: 'start' })
    target.focus({ preventScroll: true })
    target.dataset.marked = ''
    return () => {
      delete target.dataset.marked
    }
  }, [id, isReady])
}

function subscribe(onChange: () => void): () => void {
  const events = ['hashchange', 'popstate'] as const
  for (const event of events) window.addEventListener(event, onChange)
  return () => {
    for (const event of events) window.removeEventListener(event, onChange)
  }
}
