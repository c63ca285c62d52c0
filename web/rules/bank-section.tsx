import type { CountryRules } from '#shared/api/rules.ts'
import { t } from '../language/translate.ts'
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
    <RulesSection id="banks" title={t('rules.count.banks', { count: rows.length })}>
      <Table
        label={t('rules.banks.label', { country: rules.name })}
        rows={rows}
        rowKey={({ id }) => id}
        rowId={({ id }) => id}
        columns={columns(hasKinds)}
      />
      {national !== undefined && national.banks.length === 0 && (
        <div className={styles.more}>
          <p>{t(national.hasFailed ? 'rules.banks.notLoaded' : 'rules.banks.common')}</p>
          <Button busy={national.isLoading} onClick={() => void national.load()}>
            {t('rules.banks.showAll')}
          </Button>
        </div>
      )}
    </RulesSection>
  )
}

function columns(hasKinds: boolean): readonly Column<BankRow>[] {
  const method: Column<BankRow> = {
    title: t('rules.column.method'),
    named: true,
    cell: ({ methods }) => methods.join(', '),
  }
  return [
    {
      title: t('rules.column.bank'),
      cell: ({ bank, isApiOnly }) => (
        <>
          {bank.name ?? <span className={styles.missing}>{t('rules.banks.unnamed')}</span>}{' '}
          {isApiOnly && <Badge>{t('rules.banks.apiOnly')}</Badge>}
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

/** Lists differ in capitals and accents; to read the same name twice helps nobody. */
function isSameName(one: string, other = ''): boolean {
  return one.localeCompare(other, undefined, { sensitivity: 'base' }) === 0
}
