import type { ReactNode } from 'react'
import { type Column, Table } from '../ui/table.tsx'
import type { AccountTypeRow, DocumentRow } from './code-rows.ts'
import styles from './rules.module.css'
import { RulesSection } from './rules-section.tsx'

/** The documents, with the codes of the payout and of both checks side by side. */
export function DocumentSection({ rows, isPaid }: { readonly rows: readonly DocumentRow[]; readonly isPaid: boolean }) {
  if (rows.length === 0) return null
  return (
    <RulesSection id="documents" title="Documents">
      <Table
        label="Documents"
        rows={rows}
        rowKey={({ id }) => id}
        rowId={({ id }) => id}
        columns={isPaid ? documentColumns : documentColumns.filter(({ title }) => title !== 'Payout code')}
      />
    </RulesSection>
  )
}

const documentColumns: readonly Column<DocumentRow>[] = [
  { title: 'Document', cell: ({ label }) => label },
  { title: 'Payout code', named: true, cell: ({ payoutCode }) => code(payoutCode, 'not asked') },
  { title: 'Identity check code', named: true, cell: ({ identityCode }) => code(identityCode, 'not taken') },
  { title: 'Bank check code', named: true, cell: ({ bankCode }) => code(bankCode, 'not taken') },
  {
    title: 'Number',
    named: true,
    cell: ({ number }) =>
      number && (
        <>
          {number.shape}, such as <code>{number.example}</code>
        </>
      ),
  },
]

/** The account types: the same account has one code in a payout and another in a bank check. */
export function AccountTypeSection({ rows }: { readonly rows: readonly AccountTypeRow[] }) {
  if (rows.length === 0) return null
  return (
    <RulesSection id="account-types" title="Account types">
      <Table
        label="Account types"
        rows={rows}
        rowKey={({ id }) => id}
        rowId={({ id }) => id}
        columns={accountTypeColumns}
      />
    </RulesSection>
  )
}

const accountTypeColumns: readonly Column<AccountTypeRow>[] = [
  { title: 'Account', cell: ({ label }) => label },
  { title: 'Payout code', named: true, cell: ({ payoutCode }) => code(payoutCode, 'not asked') },
  { title: 'Bank check code', named: true, cell: ({ bankCode }) => code(bankCode, 'not used') },
]

function code(found: string | undefined, missing: string): ReactNode {
  return found === undefined ? <span className={styles.missing}>{missing}</span> : <code>{found}</code>
}
