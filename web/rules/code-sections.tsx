import type { ReactNode } from 'react'
import { say } from '../language/rule-words.ts'
import { type Column, Table } from '../ui/table.tsx'
import type { AccountTypeRow, DocumentRow } from './code-rows.ts'
import { inCode } from './in-code.tsx'
import styles from './rules.module.css'
import { RulesSection } from './rules-section.tsx'
import { rich, t } from './words.ts'

/** The documents, with the codes of the payout and of both checks side by side. */
export function DocumentSection({ rows, isPaid }: { readonly rows: readonly DocumentRow[]; readonly isPaid: boolean }) {
  if (rows.length === 0) return null
  return (
    <RulesSection id="documents" title={t('section.documents')}>
      <Table
        label={t('section.documents')}
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
    title: t('column.payoutCode'),
    named: true,
    cell: (row) => code(row.payoutCode, t('cell.notAsked')),
  }
  return [
    { title: t('column.document'), cell: ({ label }) => say(label) },
    ...(isPaid ? [payoutCode] : []),
    {
      title: t('column.identityCode'),
      named: true,
      cell: ({ identityCode }) => code(identityCode, t('cell.notTaken')),
    },
    { title: t('column.bankCode'), named: true, cell: ({ bankCode }) => code(bankCode, t('cell.notTaken')) },
    {
      title: t('column.number'),
      named: true,
      cell: ({ number }) =>
        number && rich('cell.shape', { shape: say(number.shape), example: number.example, code: inCode }),
    },
  ]
}

/** The account types: the same account has one code in a payout and another in a bank check. */
export function AccountTypeSection({ rows }: { readonly rows: readonly AccountTypeRow[] }) {
  if (rows.length === 0) return null
  return (
    <RulesSection id="account-types" title={t('section.accountTypes')}>
      <Table
        label={t('section.accountTypes')}
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
    { title: t('column.account'), cell: ({ label }) => say(label) },
    { title: t('column.payoutCode'), named: true, cell: ({ payoutCode }) => code(payoutCode, t('cell.notAsked')) },
    { title: t('column.bankCode'), named: true, cell: ({ bankCode }) => code(bankCode, t('cell.notUsed')) },
  ]
}

function code(found: string | undefined, missing: string): ReactNode {
  return found === undefined ? <span className={styles.missing}>{missing}</span> : inCode(found)
}
