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
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import { FieldSection } from './field-section.tsx'
import { type RuleRows, rowsOf, takesNationalCodes } from './rule-rows.ts'
import { foundInWords, isEmptyResult, ruleSections, searchRules } from './rule-search.ts'
import { BankSection, CodeSection, RulesSearch, RulesSection, ValidationNeedsSection } from './rule-sections.tsx'
import styles from './rules.module.css'

/** The rule book of one country: its fields, the codes of payouts and validations, its banks and validations. */
export function CountryRulesPage({ code }: { readonly code: string }) {
  const rules = useMemo(() => buildCountryRules(code, t), [code])
  return rules === undefined ? <NotFound /> : <RulesPage rules={rules} />
}

function RulesPage({ rules }: { readonly rules: Rules }) {
  const query = useSearchText()
  const target = useRuleInAddress()
  const isNational = takesNationalCodes(rules)
  const isSearching = query.typed.trim() !== ''
  const national = useNationalBanks(isNational && (isSearching || target.startsWith('bank-')))
  const names = useBankNames()
  const all = useMemo(() => rowsOf(rules, t, national.banks, names), [rules, national.banks, names])
  const inEnglish = useMemo(() => rowsOf(buildCountryRules(rules.code, tEnglish) ?? rules, tEnglish), [rules])
  const found = isSearching ? searchRules(all, inEnglish, query.typed) : all
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
        <RulesSearch
          query={query}
          label={t('rules.page.search', { country: rules.name })}
          hint={t('rules.page.hint')}
          result={foundInWords(found)}
          nothing={isEmptyResult(found) ? t('rules.page.nothingMatches', { query: query.typed }) : undefined}
        />
        {!isSearching && <Summary rules={rules} all={all} />}
        <FieldSection rules={rules} all={all} found={found} />
        <CodeSection
          id="documents"
          rows={found.documents}
          missing={t('rules.cell.notTaken')}
          services={
            rules.methods.length > 0 ? ['payoutCode', 'identityCode', 'bankCode'] : ['identityCode', 'bankCode']
          }
        />
        <CodeSection
          id="accountTypes"
          rows={found.accountTypes}
          missing={t('rules.cell.notUsed')}
          services={['payoutCode', 'bankCode']}
        />
        <BankSection
          rules={rules}
          rows={found.banks}
          national={isNational && !isSearching ? national : undefined}
          isWhole={!isSearching}
        />
        <ValidationNeedsSection validations={found.validations} />
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

function leadOf({ currencies, methods }: Rules): string {
  if (methods.length === 0) return t('rules.page.validationsOnly')
  return t('rules.page.lead', { currencies: alternatives(currencies) })
}

/** The country in a few lines, with links to the sections of the page. */
function Summary({ rules, all }: { readonly rules: Rules; readonly all: RuleRows }) {
  const { code, currency, currencies, notice, methods } = rules
  const others = currencies.filter((other) => other !== currency)
  return (
    <RulesSection id="summary" title={t('rules.section.inShort')}>
      <Ledger label={t('rules.section.inShort')}>
        <LedgerRow name={t('rules.summary.countryCode')} value={code} mono />
        <LedgerRow name={t('rules.summary.currency')} value={currency} mono missing={t('rules.cell.noPayouts')} />
        {others.length > 0 && <LedgerRow name={t('rules.summary.alsoAllowed')} value={others.join(', ')} mono />}
        {methods.map(({ id, label, summary, notices }) => (
          <LedgerRow key={id} name={label} value={summary} note={notices?.join(' ')} tone="info" />
        ))}
        {notice !== undefined && <LedgerRow name={t('rules.summary.toKnow')} value={notice} />}
        {all.validations.map(({ id, title, needsTitle, whyNot }) => (
          <LedgerRow
            key={id}
            name={title}
            value={
              whyNot ?? (
                <>
                  {t('rules.summary.offered')}{' '}
                  <a className="screen-only" href={`#${id}`}>
                    {needsTitle}
                  </a>
                </>
              )
            }
          />
        ))}
      </Ledger>
      <nav className="screen-only" aria-label={t('rules.section.onThisPage')}>
        <p>
          {ruleSections
            .filter((name) => all[name].length > 0)
            .map((name, place) => (
              <span key={name}>
                {place > 0 && ' · '}
                <a href={`#${name}`}>{t(`rules.section.${name}`)}</a>
              </span>
            ))}
        </p>
      </nav>
    </RulesSection>
  )
}

/** The id of the rule that the address points to; empty for the whole page. */
function useRuleInAddress(): string {
  return useSyncExternalStore(subscribe, () => window.location.hash.slice(1))
}

/**
 * Scrolls to that rule, focuses and marks it. The browser does so for pages that it loads, not for content rendered later; `isReady`:
 * nothing is loading that may contain the target.
 */
function useRuleTarget(id: string, isReady: boolean): void {
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
