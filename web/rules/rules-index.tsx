import { useMemo } from 'react'
import { useBankNames } from '../api/bank-names.ts'
import { FirstHint } from '../hints/first-hint.tsx'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { useSearchText } from '../screen/list-state.ts'
import { Page } from '../screen/page.tsx'
import { addressOf } from '../screen/routes.ts'
import { type Column, Table } from '../ui/table.tsx'
import {
  type CountryLine,
  countriesFound,
  countryLines,
  foundEverywhere,
  type RuleAnywhere,
  rulesEverywhere,
} from './rule-search.ts'
import { inCode, Missing, RulesSearch, RulesSection } from './rule-sections.tsx'
import styles from './rules.module.css'

/** All countries, one line each; the search covers their banks, documents and numbers too. */
export function RulesIndexPage() {
  const query = useSearchText()
  const countries = useMemo(countryLines, [])
  const names = useBankNames()
  const everywhere = useMemo(() => rulesEverywhere(names), [names])
  const lines = countriesFound(countries, query.typed)
  const found = query.typed.trim() === '' ? [] : foundEverywhere(everywhere, query.typed)
  const shown = found.slice(0, most)
  return (
    <Page title={t('rules.index.title')} lead={t('rules.index.lead')}>
      <FirstHint name="rules">{t('rules.hint.followed')}</FirstHint>
      <div className={styles.page}>
        <RulesSearch
          query={query}
          label={t('rules.index.search')}
          hint={t('rules.index.hint')}
          result={inWords(lines.length, found.length)}
          nothing={
            lines.length + found.length === 0 ? t('rules.index.nothingMatches', { query: query.typed }) : undefined
          }
        />
        {lines.length > 0 && (
          <RulesSection id="countries" title={t('rules.index.countries')}>
            <Table
              label={t('rules.index.countries')}
              columns={countryColumns()}
              rows={lines}
              rowKey={({ code }) => code}
            />
          </RulesSection>
        )}
        {shown.length > 0 && (
          <RulesSection id="found" title={t('rules.index.inCountries')}>
            <Table
              label={t('rules.index.inCountries')}
              columns={foundColumns()}
              rows={shown}
              rowKey={({ key }) => key}
            />
            {found.length > most && <p>{t('rules.index.firstOf', { most, count: found.length })}</p>}
          </RulesSection>
        )}
      </div>
    </Page>
  )
}

/** More lines than this are not worth reading. */
const most = 50

function inWords(countries: number, others: number): string {
  if (countries + others === 0) return t('rules.page.nothingFound')
  const found = [
    ...(countries > 0 ? [t('rules.index.countriesFound', { count: countries })] : []),
    ...(others > 0 ? [t('rules.index.rulesFound', { count: others })] : []),
  ]
  return t('rules.index.found', { what: found.join(', ') })
}

function countryColumns(): readonly Column<CountryLine>[] {
  return [
    {
      title: t('rules.column.country'),
      cell: ({ code, name }) => <AppLink to={addressOf.countryRules(code)}>{name}</AppLink>,
    },
    { title: t('rules.column.code'), named: true, cell: ({ code }) => inCode(code) },
    {
      title: t('rules.column.payouts'),
      named: true,
      cell: ({ currencies }) =>
        currencies.length === 0 ? <Missing>{t('rules.cell.noPayouts')}</Missing> : inCode(currencies.join(', ')),
    },
    {
      title: t('rules.validation.identity'),
      named: true,
      cell: ({ identityValidation }) => <Offered isOffered={identityValidation} />,
    },
    {
      title: t('rules.validation.bank'),
      named: true,
      cell: ({ bankValidation }) => <Offered isOffered={bankValidation} />,
    },
  ]
}

function foundColumns(): readonly Column<RuleAnywhere>[] {
  return [
    {
      title: t('rules.column.rule'),
      cell: ({ country, id, title }) => <AppLink to={addressOf.rule(country.code, id)}>{title}</AppLink>,
    },
    { title: t('rules.column.what'), cell: ({ what }) => t(`rules.what.${what}`) },
    { title: t('rules.column.code'), named: true, cell: ({ code }) => inCode(code) },
    { title: t('rules.column.country'), cell: ({ country }) => country.name },
    { title: t('rules.column.otherNames'), cell: ({ bank }) => bank?.otherNames.join(' · ') },
  ]
}

function Offered({ isOffered }: { readonly isOffered: boolean }) {
  return isOffered ? t('rules.cell.offered') : <Missing>{t('rules.cell.notOffered')}</Missing>
}
