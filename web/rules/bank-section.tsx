import type { CountryRules } from '#shared/api/rules.ts'
import { say } from '../language/rule-words.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { type Column, Table } from '../ui/table.tsx'
import type { BankRow } from './code-rows.ts'
import type { NationalBanks } from './national-banks.ts'
import styles from './rules.module.css'
import { RulesSection } from './rules-section.tsx'
import { t } from './words.ts'

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
    <RulesSection id="banks" title={t('count.banks', { count: rows.length })}>
      <Table
        label={t('banks.label', { country: say(rules.name) })}
        rows={rows}
        rowKey={({ id }) => id}
        rowId={({ id }) => id}
        columns={columns(hasKinds)}
      />
      {national !== undefined && national.banks.length === 0 && (
        <div className={styles.more}>
          <p>{t(national.hasFailed ? 'banks.notLoaded' : 'banks.common')}</p>
          <Button busy={national.isLoading} onClick={() => void national.load()}>
            {t('banks.showAll')}
          </Button>
        </div>
      )}
    </RulesSection>
  )
}

function columns(hasKinds: boolean): readonly Column<BankRow>[] {
  const method: Column<BankRow> = {
    title: t('column.method'),
    named: true,
    cell: ({ methods }) => methods.map(say).join(', '),
  }
  return [
    {
      title: t('column.bank'),
      cell: ({ bank, isApiOnly }) => (
        <>
          {bank.name ?? <span className={styles.missing}>{t('banks.unnamed')}</span>}{' '}
          {isApiOnly && <Badge>{t('banks.apiOnly')}</Badge>}
        </>
      ),
    },
    { title: t('column.code'), named: true, cell: ({ bank }) => <code>{bank.code}</code> },
    {
      title: t('column.formerNames'),
      cell: ({ bank }) => bank.otherNames.filter((other) => !isSameName(other, bank.name)).join(' · '),
    },
    ...(hasKinds ? [method] : []),
  ]
}

/** Lists differ in capitals and accents; to read the same name twice helps nobody. */
function isSameName(one: string, other = ''): boolean {
  return one.localeCompare(other, undefined, { sensitivity: 'base' }) === 0
}
