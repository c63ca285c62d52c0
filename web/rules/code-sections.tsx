import type { ReactNode } from 'react'
import { t, tNode } from '../language/translate.ts'
import { type Column, Table } from '../ui/table.tsx'
import type { AccountTypeRow, DocumentRow } from './code-rows.ts'
import { inCode } from './in-code.tsx'
import styles from './rules.module.css'
import { RulesSection } from './rules-section.tsx'

/** The documents, with the codes of the payout and of both checks side by side. */
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

/** The account types: the same account has one code in a payout and another in a bank check. */
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
