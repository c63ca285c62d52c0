import { type ReactNode, useId } from 'react'
import type { CountryRules } from '#shared/api/rules.ts'
import { t, tNode } from '../language/translate.ts'
import { BankNamesState, BankNaming } from '../rule-links/bank-naming.tsx'
import type { NationalBanks } from '../rule-links/national-banks.ts'
import type { ListSearch } from '../screen/list-state.ts'
import { Button } from '../ui/button.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Badge } from '../ui/tone.tsx'
import { type BankRow, type CodeRow, type CodeService, takesUnlistedBanks } from './rule-rows.ts'
import styles from './rules.module.css'
import type { ValidationNeeds } from './validation-needs.ts'

export interface RulesSearchProps {
  readonly query: ListSearch
  readonly label: string
  readonly hint: string
  /** What was found, in words. */
  readonly result: string
  /** What to say where nothing was found. */
  readonly nothing: string | undefined
}

/** The search of the page, and a way back from one that finds nothing. */
export function RulesSearch({ query: { typed, type }, label, hint, result, nothing }: RulesSearchProps) {
  const isSearching = typed.trim() !== ''
  return (
    <>
      <SearchField
        name="rules"
        label={label}
        hint={hint}
        value={typed}
        onChange={type}
        result={isSearching ? result : ''}
      />
      {isSearching && nothing !== undefined && (
        <div className={styles.more}>
          <p>{nothing}</p>
          <Button onClick={() => type('')}>{t('rules.page.clearSearch')}</Button>
        </div>
      )}
    </>
  )
}

export interface RulesSectionProps {
  /** The anchor in the address. */
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

/** A part of the page under its own heading. */
export function RulesSection({ id, title, children }: RulesSectionProps) {
  const titleId = useId()
  return (
    <section className={styles.section} id={id} tabIndex={-1} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </section>
  )
}

/** Renders the parts of a sentence that are codes or numbers. */
export function inCode(parts: ReactNode): ReactNode {
  return <code>{parts}</code>
}

/** What there is none of. */
export function Missing({ children }: { readonly children: ReactNode }) {
  return <span className={styles.missing}>{children}</span>
}

export interface CodeSectionProps {
  readonly id: 'documents' | 'accountTypes'
  readonly rows: readonly CodeRow[]
  readonly services: readonly CodeService[]
  /** Where a validation has no code. */
  readonly missing: string
}

/** Documents or account types: the same one may have one code in a payout and another in each validation. */
export function CodeSection({ id, rows, services, missing }: CodeSectionProps) {
  if (rows.length === 0) return null
  const title = t(`rules.section.${id}`)
  const codes = services.map(
    (service): Column<CodeRow> => ({
      title: t(`rules.column.${service}`),
      named: true,
      cell: (row) =>
        row.codes[service] === undefined ? (
          <Missing>{service === 'payoutCode' ? t('rules.cell.notAsked') : missing}</Missing>
        ) : (
          inCode(row.codes[service])
        ),
    }),
  )
  const number: Column<CodeRow> = {
    title: t('rules.column.number'),
    named: true,
    cell: (row) =>
      row.number && tNode('rules.cell.shape', { shape: row.number.shape, example: row.number.example, code: inCode }),
  }
  const name = t(id === 'documents' ? 'rules.column.document' : 'rules.column.account')
  return (
    <RulesSection id={id} title={title}>
      <Table
        label={title}
        rows={rows}
        rowKey={idOf}
        rowId={idOf}
        columns={[{ title: name, cell: ({ label }) => label }, ...codes, ...(id === 'documents' ? [number] : [])]}
      />
    </RulesSection>
  )
}

function idOf({ id }: { readonly id: string }): string {
  return id
}

export interface BankSectionProps {
  readonly rules: CountryRules
  readonly rows: readonly BankRow[]
  /** Further banks, which load on demand. */
  readonly national: NationalBanks | undefined
  /** Whether the search leaves nothing out. */
  readonly isWhole: boolean
}

/** The banks by the payout's codes, which the bank validation takes too. Banks without a public name can be given one. */
export function BankSection({ rules, rows, national, isWhole }: BankSectionProps) {
  const isOpen = isWhole && takesUnlistedBanks(rules)
  const count = rows.length
  if (count === 0 && !isOpen) return null
  return (
    <RulesSection id="banks" title={count === 0 ? t('rules.section.banks') : t('rules.count.banks', { count })}>
      <BankNamesState />
      {count > 0 && (
        <Table
          label={t('rules.banks.label', { country: rules.name })}
          rows={rows}
          rowKey={idOf}
          rowId={idOf}
          columns={bankColumns(rules.code, rows)}
        />
      )}
      {national !== undefined && national.banks.length === 0 && (
        <div className={styles.more}>
          <p>{t(national.hasFailed ? 'rules.banks.notLoaded' : 'rules.banks.common')}</p>
          <Button busy={national.isLoading} onClick={() => void national.load()}>
            {t('rules.banks.showAll')}
          </Button>
        </div>
      )}
      {isOpen && (
        <div className={styles.more}>
          <p>{t('bankNames.beside')}</p>
          <BankNaming country={rules.code} code="" />
        </div>
      )}
    </RulesSection>
  )
}

function bankColumns(country: string, rows: readonly BankRow[]): readonly Column<BankRow>[] {
  const hasKinds = new Set(rows.map(({ methods }) => methods.join())).size > 1
  const method: Column<BankRow> = {
    title: t('rules.column.method'),
    named: true,
    cell: ({ methods }) => methods.join(', '),
  }
  return [
    {
      title: t('rules.column.bank'),
      cell: ({ bank, isOwnName, isApiOnly }) => (
        <>
          {bank.name ?? <Missing>{t('rules.banks.unnamed')}</Missing>}{' '}
          {isApiOnly && <Badge>{t('rules.banks.apiOnly')}</Badge>}{' '}
          {(bank.name === undefined || isOwnName) && <BankNaming country={country} code={bank.code} />}
        </>
      ),
    },
    { title: t('rules.column.code'), named: true, cell: ({ bank }) => <code>{bank.code}</code> },
    {
      title: t('rules.column.formerNames'),
      cell: ({ bank }) => bank.otherNames.filter((other) => !isSameName(other, bank.name)).join(' · '),
    },
    ...(hasKinds ? [method] : []),
  ]
}

/** Lists differ in capitals and accents; the same name is not shown twice. */
function isSameName(one: string, other = ''): boolean {
  return one.localeCompare(other, undefined, { sensitivity: 'base' }) === 0
}

/** What the identity and the bank validation need, or why they are not offered. */
export function ValidationNeedsSection({ validations }: { readonly validations: readonly ValidationNeeds[] }) {
  if (validations.length === 0) return null
  return (
    <RulesSection id="validations" title={t('rules.section.validations')}>
      {validations.map(({ id, title, needsTitle, whyNot, needs }) => (
        <article key={id} className={styles.group} id={id} tabIndex={-1} aria-label={title}>
          <h3>{title}</h3>
          {whyNot !== undefined && <p>{whyNot}</p>}
          {needs.length > 0 && (
            <Ledger label={needsTitle}>
              {needs.map(([need, text]) => (
                <LedgerRow key={need} name={need} value={text} />
              ))}
            </Ledger>
          )}
        </article>
      ))}
    </RulesSection>
  )
}
