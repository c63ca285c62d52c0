import { useMemo } from 'react'
import { rulesIndex } from '#shared/rules/rules-document.ts'
import { AppLink } from '../app/app-link.tsx'
import { Page } from '../app/page.tsx'
import { addressOf } from '../app/routes.ts'
import { useSearchText } from '../app/use-search-text.ts'
import { FirstHint } from '../hints/first-hint.tsx'
import { say } from '../language/rule-words.ts'
import { Button } from '../ui/button.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { type Column, Table } from '../ui/table.tsx'
import styles from './rules.module.css'
import {
  type CountryLine,
  countriesFound,
  foundEverywhere,
  type RuleAnywhere,
  rulesEverywhere,
  titleOf,
} from './rules-everywhere.ts'
import { RulesSection } from './rules-section.tsx'
import { t } from './words.ts'

/** All countries, a line each; a search goes through their banks, documents and numbers too. */
export function RulesIndex() {
  const { typed: query, type: search } = useSearchText()
  const isSearching = query.trim() !== ''
  const { countries } = useMemo(rulesIndex, [])
  const everywhere = useMemo(rulesEverywhere, [])
  const lines = countriesFound(countries, query)
  const found = isSearching ? foundEverywhere(everywhere, query) : []
  const shown = found.slice(0, most)
  return (
    <Page title={t('index.title')} lead={t('index.lead')}>
      <FirstHint name="rules">{t('hint.followed')}</FirstHint>
      <div className={styles.page}>
        <SearchField
          name="rules"
          label={t('index.search')}
          hint={t('index.hint')}
          value={query}
          onChange={search}
          result={isSearching ? inWords(lines.length, found.length) : ''}
        />
        {isSearching && lines.length + found.length === 0 && (
          <div className={styles.empty}>
            <p>{t('index.nothingMatches', { query })}</p>
            <Button onClick={() => search('')}>{t('page.clearSearch')}</Button>
          </div>
        )}
        {lines.length > 0 && (
          <RulesSection id="countries" title={t('index.countries')}>
            <Table label={t('index.countries')} columns={countryColumns()} rows={lines} rowKey={({ code }) => code} />
          </RulesSection>
        )}
        {shown.length > 0 && (
          <RulesSection id="found" title={t('index.inCountries')}>
            <Table label={t('index.inCountries')} columns={foundColumns()} rows={shown} rowKey={({ key }) => key} />
            {found.length > most && <p>{t('index.firstOf', { most, count: found.length })}</p>}
          </RulesSection>
        )}
      </div>
    </Page>
  )
}

/** More lines than this nobody reads. */
const most = 50

function inWords(countries: number, others: number): string {
  if (countries + others === 0) return t('page.nothingFound')
  const issueContent = [
    ...(countries > 0 ? [t('index.countriesFound', { count: countries })] : []),
    ...(others > 0 ? [t('index.rulesFound', { count: others })] : []),
  ]
  return t('index.found', { what: issueContent.join(', ') })
}

function countryColumns(): readonly Column<CountryLine>[] {
  return [
    {
      title: t('column.country'),
      cell: ({ code, name }) => <AppLink to={addressOf.countryRules(code)}>{say(name)}</AppLink>,
    },
    { title: t('column.code'), named: true, cell: ({ code }) => <code>{code}</code> },
    {
      title: t('column.payouts'),
      named: true,
      cell: ({ currency }) =>
        currency === undefined ? <Missing>{t('cell.noPayouts')}</Missing> : <code>{currency}</code>,
    },
    {
      title: t('check.identity'),
      named: true,
      cell: ({ identityValidation }) => <Offered isOffered={identityValidation} />,
    },
    { title: t('check.bank'), named: true, cell: ({ bankValidation }) => <Offered isOffered={bankValidation} /> },
  ]
}

function foundColumns(): readonly Column<RuleAnywhere>[] {
  return [
    {
      title: t('column.rule'),
      cell: (rule) => <AppLink to={addressOf.rule(rule.country.code, rule.id)}>{titleOf(rule)}</AppLink>,
    },
    { title: t('column.what'), cell: ({ what }) => t(`what.${what}`) },
    { title: t('column.code'), named: true, cell: ({ code }) => <code>{code}</code> },
    { title: t('column.country'), cell: ({ country }) => say(country.name) },
    { title: t('column.otherNames'), cell: ({ otherNames }) => otherNames.join(' · ') },
  ]
}

function Offered({ isOffered }: { readonly isOffered: boolean }) {
  return isOffered ? t('cell.offered') : <Missing>{t('cell.notOffered')}</Missing>
}

function Missing({ children }: { readonly children: string }) {
  return <span className={styles.missing}>{children}</span>
}
