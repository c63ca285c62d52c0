import type { CountryRules } from '#shared/api/rules.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import { t } from '../language/translate.ts'
import { FieldEntry } from './field-entry.tsx'
import { cleaningOfAll, type FieldRow, fieldRows, unusedFields } from './field-rows.ts'
import styles from './rules.module.css'
import { RulesSection } from './rules-section.tsx'

export interface FieldSectionProps {
  readonly rules: CountryRules
  readonly rows: readonly FieldRow[]
  /** Nothing is searched for, so that what is not used is told too. */
  readonly isWhole: boolean
}

/** What becomes of every field of the payout request, in the sections of the form. */
export function FieldSection({ rules, rows, isWhole }: FieldSectionProps) {
  if (rows.length === 0) return null
  const common = cleaningOfAll(fieldRows(rules))
  const unused = isWhole ? unusedFields(rules) : []
  return (
    <RulesSection id="fields" title={t('rules.section.fields')}>
      <p className={styles.quiet}>{t('rules.fields.common', { steps: common.join(' ') })}</p>
      {sections.map(({ name, title }) => {
        const found = rows.filter(({ section }) => section === name)
        return (
          found.length > 0 && (
            <div key={name} className={styles.group}>
              <h3>{t(`rules.form.${title}`)}</h3>
              {found.map((row) => (
                <FieldEntry key={row.name} row={row} common={common} />
              ))}
            </div>
          )
        )
      })}
      {unused.length > 0 && (
        <div className={styles.group}>
          <h3>{t('rules.fields.unused', { country: rules.name })}</h3>
          <ul className={styles.unused}>
            {unused.map((name) => (
              <li key={name} id={name} tabIndex={-1}>
                {t(fieldLabel(name))} <code className={styles.wire}>{name}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
    </RulesSection>
  )
}

const sections = [
  { name: 'method', title: 'where' },
  { name: 'beneficiary', title: 'who' },
  { name: 'account', title: 'account' },
  { name: 'payment', title: 'amount' },
  { name: 'more', title: 'more' },
] as const
