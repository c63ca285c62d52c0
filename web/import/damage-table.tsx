import { mayStay } from '#shared/api/damage.ts'
import { damageMessage } from '#shared/import/damage.ts'
import { numberWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { classNames } from '../ui/class-names.ts'
import control from '../ui/control.module.css'
import { Table } from '../ui/table.tsx'
import styles from './import.module.css'
import { type Choices, type ColumnDamage, damageKey, type Understood } from './worker-calls.ts'

interface Props {
  readonly understood: Understood
  readonly choices: Choices
  readonly onChange: (choices: Choices) => void
}

/** What a spreadsheet did to columns, and what a person decides about each: nothing until they do. */
export function DamageTable({ understood: { damage }, choices, onChange }: Props) {
  if (damage.length === 0) return null
  const decide = (key: string, taken: string) => {
    const { [key]: _, ...others } = choices.damage ?? {}
    onChange({ damage: taken === 'probable' || taken === 'as_it_is' ? { ...others, [key]: taken } : others })
  }
  return (
    <section aria-labelledby="damage">
      <h2 id="damage">{t('import.changed.title')}</h2>
      <p className={styles.quiet}>{t('import.changed.lead')}</p>
      <Table
        label={t('import.changed.title')}
        rows={damage}
        rowKey={({ example }) => damageKey(example)}
        columns={[
          { title: t('import.changed.column'), cell: ({ example }) => <bdi>{headingOf(example)}</bdi> },
          { title: t('import.changed.what'), cell: ({ example }) => whatHappened(example) },
          { title: t('import.changed.rows'), isFigure: true, named: true, cell: ({ rows }) => numberWords(rows) },
          {
            title: t('import.changed.decision'),
            cell: ({ example }) => (
              <select
                className={classNames(control.control, styles.meaning)}
                aria-label={t('import.changed.decisionFor', { heading: headingOf(example) })}
                value={choices.damage?.[damageKey(example)] ?? ''}
                onChange={({ currentTarget }) => decide(damageKey(example), currentTarget.value)}
              >
                <option value="">{t('import.changed.inTable')}</option>
                {decisionsFor(example).map((taken) => (
                  <option key={taken} value={taken}>
                    {t(`import.decision.${taken}`)}
                  </option>
                ))}
              </select>
            ),
          },
        ]}
      />
    </section>
  )
}

function headingOf({ heading, column }: ColumnDamage['example']): string {
  return heading === '' ? t('import.columns.unnamed', { number: column + 1 }) : heading
}

function whatHappened(damage: ColumnDamage['example']): string {
  const { id, params } = damageMessage(damage)
  return t(id, params)
}

function decisionsFor({ probable, code }: ColumnDamage['example']): readonly ('probable' | 'as_it_is')[] {
  return [...(probable === undefined ? [] : (['probable'] as const)), ...(mayStay(code) ? (['as_it_is'] as const) : [])]
}
