import type { CountryRules } from '#shared/api/rules.ts'
import { t } from '../language/translate.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { BankNamesState, BankNaming } from './bank-naming.tsx'
import { type BankRow, takesUnlistedBanks } from './code-rows.ts'
import type { NationalBanks } from './national-banks.ts'
import styles from './rules.module.css'
import { RulesSection } from './rules-section.tsx'

export interface BankSectionProps {
  readonly rules: CountryRules
  readonly rows: readonly BankRow[]
  /** Banks that can be loaded beside those that are there. */
  readonly national: NationalBanks | undefined
  /** Whether nothing is left out by a search. */
  readonly isWhole: boolean
}

/** The banks under the payout's codes; the bank check takes the same ones. Who knows a bank that no public list names can name it. */
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

/** Lists differ in capitals and accents; to read the same name twice helps nobody. */
function isSameName(one: string, other = ''): boolean {
  return one.localeCompare(other, undefined, { sensitivity: 'base' }) === 0
}
