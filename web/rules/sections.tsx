import { type ReactNode, useId } from 'react'
import type { CountryRules } from '#shared/api/rules.ts'
import { issueText } from '../language/issue-text.ts'
import { t, tNode } from '../language/translate.ts'
import { BankNamesState, BankNaming } from '../rule-links/bank-naming.tsx'
import type { NationalBanks } from '../rule-links/national-banks.ts'
import { Button } from '../ui/button.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Badge } from '../ui/tone.tsx'
import { type AccountTypeRow, type BankRow, type DocumentRow, takesUnlistedBanks } from './rule-rows.ts'
import styles from './rules.module.css'
import {
  needTitle,
  needWords,
  type ValidationRules,
  validationNeedsTitle,
  validationTitle,
} from './validation-rules.ts'

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

/** The documents, with the codes of the payout and of both validations side by side. */
export function DocumentSection({ rows, isPaid }: { readonly rows: readonly DocumentRow[]; readonly isPaid: boolean }) {
  if (rows.length === 0) return null
  return (
    <RulesSection id="documents" title={t('rules.section.documents')}>
      <Table
        label={t('rules.section.documents')}
        rows={rows}
        rowKey={({ id }) => id}
        rowId={({ id }) => id}
        columns={documentColumns(isPaid)}
      />
    </RulesSection>
  )
}

function documentColumns(isPaid: boolean): readonly Column<DocumentRow>[] {
  const payoutCode: Column<DocumentRow> = {
    title: t('rules.column.payoutCode'),
    named: true,
    cell: (row) => code(row.payoutCode, t('rules.cell.notAsked')),
  }
  return [
    { title: t('rules.column.document'), cell: ({ label }) => label },
    ...(isPaid ? [payoutCode] : []),
    {
      title: t('rules.column.identityCode'),
      named: true,
      cell: ({ identityCode }) => code(identityCode, t('rules.cell.notTaken')),
    },
    {
      title: t('rules.column.bankCode'),
      named: true,
      cell: ({ bankCode }) => code(bankCode, t('rules.cell.notTaken')),
    },
    {
      title: t('rules.column.number'),
      named: true,
      cell: ({ number }) =>
        number && tNode('rules.cell.shape', { shape: number.shape, example: number.example, code: inCode }),
    },
  ]
}

/** The account types: the same account has one code in a payout and another in a bank validation. */
export function AccountTypeSection({ rows }: { readonly rows: readonly AccountTypeRow[] }) {
  if (rows.length === 0) return null
  return (
    <RulesSection id="account-types" title={t('rules.section.accountTypes')}>
      <Table
        label={t('rules.section.accountTypes')}
        rows={rows}
        rowKey={({ id }) => id}
        rowId={({ id }) => id}
        columns={accountTypeColumns()}
      />
    </RulesSection>
  )
}

function accountTypeColumns(): readonly Column<AccountTypeRow>[] {
  return [
    { title: t('rules.column.account'), cell: ({ label }) => label },
    {
      title: t('rules.column.payoutCode'),
      named: true,
      cell: ({ payoutCode }) => code(payoutCode, t('rules.cell.notAsked')),
    },
    { title: t('rules.column.bankCode'), named: true, cell: ({ bankCode }) => code(bankCode, t('rules.cell.notUsed')) },
  ]
}

function code(found: string | undefined, missing: string): ReactNode {
  return found === undefined ? <span className={styles.missing}>{missing}</span> : inCode(found)
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
  if (rows.length === 0 && !isOpen) return null
  const hasKinds = new Set(rows.map(({ methods }) => methods.join())).size > 1
  const count = rows.length
  return (
    <RulesSection id="banks" title={count === 0 ? t('rules.section.banks') : t('rules.count.banks', { count })}>
      <BankNamesState />
      {count > 0 && (
        <Table
          label={t('rules.banks.label', { country: rules.name })}
          rows={rows}
          rowKey={({ id }) => id}
          rowId={({ id }) => id}
          columns={columns(rules.code, hasKinds)}
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

function columns(country: string, hasKinds: boolean): readonly Column<BankRow>[] {
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
          {bank.name ?? <span className={styles.missing}>{t('rules.banks.unnamed')}</span>}{' '}
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
export function ValidationRulesSection({ validations }: { readonly validations: readonly ValidationRules[] }) {
  if (validations.length === 0) return null
  return (
    <RulesSection id="validations" title={t('rules.section.validations')}>
      {validations.map((validation) => (
        <Validation key={validation.id} validation={validation} />
      ))}
    </RulesSection>
  )
}

function Validation({ validation: { id, whyNot, needs } }: { readonly validation: ValidationRules }) {
  const titleId = useId()
  return (
    <article className={styles.group} id={id} tabIndex={-1} aria-labelledby={titleId}>
      <h3 id={titleId}>{validationTitle(id)}</h3>
      {whyNot !== undefined && <p>{issueText(whyNot)}</p>}
      {needs.length > 0 && (
        <Ledger label={validationNeedsTitle(id)}>
          {needs.map((need) => (
            <LedgerRow key={need.of} name={needTitle(need)} value={needWords(need)} />
          ))}
        </Ledger>
      )}
    </article>
  )
}
