import { useId } from 'react'
import { joinList } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { WarningIcon } from '../ui/icons.tsx'
import { cleaningOf, type FieldCase, type FieldRow } from './field-rows.ts'
import { FieldExamples, FieldTakes } from './field-takes.tsx'
import { NumberLine } from './number-line.tsx'
import type { FieldRules } from './rule-types.ts'
import styles from './rules.module.css'

export interface FieldEntryProps {
  readonly row: FieldRow
  /** What is done to every field and needs no saying here. */
  readonly common: readonly string[]
}

/** One field: what becomes of it, what it takes, what is done to it. Changes, warnings and errors lead here. */
export function FieldEntry({ row, common }: FieldEntryProps) {
  const { name, label, cases } = row
  const titleId = useId()
  const cleaning = cleaningOf(row).filter((detail) => !common.includes(detail))
  return (
    <article className={styles.entry} id={name} tabIndex={-1} aria-labelledby={titleId}>
      <div className={styles.name}>
        <h4 id={titleId}>{label}</h4>
        <code className={styles.wire}>{name}</code>
      </div>
      <div className={styles.cases}>
        {cases.map((found) => (
          <Case key={found.methods.join()} found={found} isOnly={cases.length === 1} />
        ))}
        {cleaning.length > 0 && (
          <p className={styles.quiet}>{t('rules.field.cleaning', { steps: cleaning.join(' ') })}</p>
        )}
      </div>
    </article>
  )
}

function Case({ found, isOnly }: { readonly found: FieldCase; readonly isOnly: boolean }) {
  const { methods, rules, examples } = found
  const { numbers = [], warnings = [] } = rules ?? {}
  const [number, ...others] = numbers
  const hasOne = number !== undefined && others.length === 0
  return (
    <div className={styles.case}>
      <p>
        {!isOnly && <span className={styles.methods}>{t('rules.field.methods', { methods: joinList(methods) })} </span>}
        <strong>{becomes(rules)}</strong> {rules?.why} {rules && <FieldTakes rules={rules} />}{' '}
        {asSentence(rules?.hint ?? '')} {hasOne && <NumberLine number={number} />}
        {numbers.length === 0 && !isCode(rules) && <FieldExamples examples={examples} />}
      </p>
      {others.length > 0 && (
        <ul className={styles.numbers}>
          {numbers.map((found) => (
            <li key={JSON.stringify(found)}>
              <NumberLine number={found} />
            </li>
          ))}
        </ul>
      )}
      {warnings.map((warning) => (
        <p key={warning} className={styles.warning}>
          <WarningIcon />
          <span>{warning}</span>
        </p>
      ))}
    </div>
  )
}

function asSentence(text: string): string {
  return text === '' || /[.…]$/.test(text) ? text : `${text}.`
}

function becomes(rules: FieldRules | undefined): string {
  if (rules === undefined) return t('rules.use.notUsed')
  if (rules.use === 'hyphen') return t('rules.use.hyphen')
  if (rules.use === 'left-out') return t('rules.use.leftOut')
  return t(rules.required ? 'rules.use.required' : 'rules.use.optional')
}

/** An example of a code tells nothing beside the list of codes. */
function isCode(rules: FieldRules | undefined): boolean {
  return rules?.choices !== undefined || rules?.banks !== undefined
}
