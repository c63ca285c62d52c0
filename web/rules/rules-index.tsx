import { useMemo } from 'react'
import type { RulesIndex as Index } from '#shared/api/rules.ts'
import { matchesTexts } from '#shared/banks/bank-search.ts'
import { rulesIndex } from '#shared/rules/rules-document.ts'
import { AppLink } from '../app/app-link.tsx'
import { Page } from '../app/page.tsx'
import { addressOf } from '../app/routes.ts'
import { useSearchText } from '../app/use-search-text.ts'
import { Button } from '../ui/button.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { type Column, Table } from '../ui/table.tsx'
import styles from './rules.module.css'
import { foundEverywhere, type RuleAnywhere, rulesEverywhere } from './rules-everywhere.ts'
import { RulesSection } from './rules-section.tsx'

type Line = Index['countries'][number]

/** All countries, a line each; a search goes through their banks, documents and numbers too. */
export function RulesIndex() {
  const { typed: query, type: search } = useSearchText()
  const isSearching = query.trim() !== ''
  const { countries } = useMemo(rulesIndex, [])
  const everywhere = useMemo(rulesEverywhere, [])
  const lines = countries.filter(({ name, code, currency = '' }) => matchesTexts([name, code, currency], query))
  const found = isSearching ? foundEverywhere(everywhere, query) : []
  const shown = found.slice(0, most)
  return (
    <Page title="Rules" lead="What each country asks for, from the rule book that the form and the server follow.">
      <div className={styles.page}>
        <SearchField
          name="rules"
          label="Search all countries"
          hint="A country, a currency, a document, a bank by any of its names or its code."
          value={query}
          onChange={search}
          result={isSearching ? inWords(lines.length, found.length) : ''}
        />
        {isSearching && lines.length + found.length === 0 && (
          <div className={styles.empty}>
            <p>Nothing matches “{query}”. Try fewer words, or another of its names.</p>
            <Button onClick={() => search('')}>Clear the search</Button>
          </div>
        )}
        {lines.length > 0 && (
          <RulesSection id="countries" title="Countries">
            <Table label="Countries" columns={countryColumns} rows={lines} rowKey={({ code }) => code} />
          </RulesSection>
        )}
        {shown.length > 0 && (
          <RulesSection id="found" title="In the rules of the countries">
            <Table
              label="In the rules of the countries"
              columns={foundColumns}
              rows={shown}
              rowKey={({ key }) => key}
            />
            {found.length > most && <p>{`The first ${most} of ${found.length}: add a word to narrow it down.`}</p>}
          </RulesSection>
        )}
      </div>
    </Page>
  )
}

/** More lines than this nobody reads. */
const most = 50

function inWords(countries: number, others: number): string {
  if (countries + others === 0) return 'Nothing found'
  const said = [
    ...(countries > 0 ? [countries === 1 ? '1 country' : `${countries} countries`] : []),
    ...(others > 0 ? [others === 1 ? '1 rule' : `${others} rules`] : []),
  ]
  return `Found: ${said.join(', ')}`
}

const countryColumns: readonly Column<Line>[] = [
  { title: 'Country', cell: ({ code, name }) => <AppLink to={addressOf.countryRules(code)}>{name}</AppLink> },
  { title: 'Code', named: true, cell: ({ code }) => <code>{code}</code> },
  {
    title: 'Payouts',
    named: true,
    cell: ({ currency }) => (currency === undefined ? <Missing>no payouts</Missing> : <code>{currency}</code>),
  },
  { title: 'Identity check', named: true, cell: ({ identityCheck }) => <Offered isOffered={identityCheck} /> },
  { title: 'Bank check', named: true, cell: ({ bankCheck }) => <Offered isOffered={bankCheck} /> },
]

const foundColumns: readonly Column<RuleAnywhere>[] = [
  {
    title: 'Rule',
    cell: ({ country, id, title }) => <AppLink to={addressOf.rule(country.code, id)}>{title}</AppLink>,
  },
  { title: 'What', cell: ({ what }) => what },
  { title: 'Code', named: true, cell: ({ code }) => <code>{code}</code> },
  { title: 'Country', cell: ({ country }) => country.name },
  { title: 'Other names', cell: ({ otherNames }) => otherNames.join(' · ') },
]

function Offered({ isOffered }: { readonly isOffered: boolean }) {
  return isOffered ? 'offered' : <Missing>not offered</Missing>
}

function Missing({ children }: { readonly children: string }) {
  return <span className={styles.missing}>{children}</span>
}
