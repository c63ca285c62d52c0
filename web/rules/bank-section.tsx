import type { CountryRules } from '#shared/api/rules.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { type Column, Table } from '../ui/table.tsx'
import type { BankRow } from './code-rows.ts'
import type { NationalBanks } from './national-banks.ts'
import styles from './rules.module.css'
import { RulesSection } from './rules-section.tsx'

export interface BankSectionProps {
  readonly rules: CountryRules
  readonly rows: readonly BankRow[]
  /** Banks that can be loaded beside those that are there. */
  readonly national: NationalBanks | undefined
}

/** The banks under the payout's codes; the bank check takes the same ones. */
export function BankSection({ rules, rows, national }: BankSectionProps) {
  if (rows.length === 0) return null
  const hasKinds = new Set(rows.map(({ methods }) => methods.join())).size > 1
  return (
    <RulesSection id="banks" title={rows.length === 1 ? '1 bank' : `${rows.length} banks`}>
      <Table
        label={`Banks of ${rules.name}`}
        rows={rows}
        rowKey={({ id }) => id}
        rowId={({ id }) => id}
        columns={hasKinds ? [...columns, methodColumn] : columns}
      />
      {national !== undefined && national.banks.length === 0 && (
        <div className={styles.more}>
          <p>
            {national.hasFailed
              ? 'The other banks could not be loaded. What you see is right; try again.'
              : 'These are the common ones. Every national code of three digits is taken.'}
          </p>
          <Button busy={national.isLoading} onClick={() => void national.load()}>
            Show all national banks
          </Button>
        </div>
      )}
    </RulesSection>
  )
}

const columns: readonly Column<BankRow>[] = [
  {
    title: 'Bank',
    cell: ({ bank, isApiOnly }) => (
      <>
        {bank.name ?? <span className={styles.missing}>No public list names this code</span>}{' '}
        {isApiOnly && <Badge>API request only</Badge>}
      </>
    ),
  },
  { title: 'Code', named: true, cell: ({ bank }) => <code>{bank.code}</code> },
  {
    title: 'Former and other names',
    cell: ({ bank }) => bank.otherNames.filter((other) => !isSameName(other, bank.name)).join(' · '),
  },
]

const methodColumn: Column<BankRow> = { title: 'Method', named: true, cell: ({ methods }) => methods.join(', ') }

/** Lists differ in capitals and accents; to read the same name twice helps nobody. */
function isSameName(one: string, other = ''): boolean {
  return one.localeCompare(other, undefined, { sensitivity: 'base' }) === 0
}
