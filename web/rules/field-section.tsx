import { Fragment, type ReactNode, useId } from 'react'
import type { CountryRules } from '#shared/api/rules.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import { isRequestField } from '#shared/payout/fields.ts'
import { jsxs } from '../jsx/jsx-runtime.ts'
import { alternativeParts, alternatives, joinList } from '../language/formats.ts'
import { t, tNode } from '../language/translate.ts'
import { WarningIcon } from '../ui/icons.tsx'
import {
  cleaningOf,
  cleaningOfAll,
  type FieldCase,
  type FieldRow,
  type FieldRules,
  type NumberRules,
  type RuleRows,
  unusedFields,
} from './rule-rows.ts'
import { inCode, RulesSection } from './rule-sections.tsx'
import styles from './rules.module.css'

export interface FieldSectionProps {
  readonly rules: CountryRules
  readonly all: RuleRows
  /** Those that a search leaves; without a search the unused fields are listed too. */
  readonly found: RuleRows
}

/** How every field of the payout request is used, in the sections of the form. */
export function FieldSection({ rules, all, found }: FieldSectionProps) {
  if (found.fields.length === 0) return null
  const common = cleaningOfAll(all.fields)
  const unused = found === all ? unusedFields(all) : []
  return (
    <RulesSection id="fields" title={t('rules.section.fields')}>
      <p className={styles.quiet}>{t('rules.fields.common', { steps: common.join(' ') })}</p>
      {sections.map(({ name, title }) => {
        const rows = found.fields.filter(({ section }) => section === name)
        return (
          rows.length > 0 && (
            <div key={name} className={styles.group}>
              <h3>{t(`rules.form.${title}`)}</h3>
              {rows.map((row) => (
                <FieldEntry key={row.id} row={row} common={common} />
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

/** One field: how it is used, its values, and how they are cleaned, but for the `common` steps. Changes, warnings and errors link here. */
function FieldEntry({ row, common }: { readonly row: FieldRow; readonly common: readonly string[] }) {
  const { id, label, cases } = row
  const titleId = useId()
  const cleaning = cleaningOf(row).filter((detail) => !common.includes(detail))
  return (
    <article className={styles.entry} id={id} tabIndex={-1} aria-labelledby={titleId}>
      <div className={styles.name}>
        <h4 id={titleId}>{label}</h4>
        <code className={styles.wire}>{id}</code>
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
  const { numbers = [], warnings = [], hint = '', choices, banks } = rules ?? {}
  const [number, ...others] = numbers
  // An example of a code adds nothing to the list of codes.
  const hasExamples = examples.length > 0 && [number, choices, banks].every((listed) => listed === undefined)
  return (
    <div className={styles.case}>
      <p>
        {!isOnly && <span className={styles.methods}>{t('rules.field.methods', { methods: joinList(methods) })} </span>}
        <strong>{becomes(rules)}</strong> {rules?.why} {rules && <FieldTakes rules={rules} />}{' '}
        {hint === '' || /[.…]$/.test(hint) ? hint : `${hint}.`}{' '}
        {number !== undefined && others.length === 0 && <NumberLine number={number} />}
        {hasExamples && tNode('rules.takes.examples', { list: () => <Alternatives items={examples.map(inCode)} /> })}
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

function becomes(rules: FieldRules | undefined): string {
  if (rules === undefined) return t('rules.use.notUsed')
  if (rules.use === 'hyphen') return t('rules.use.hyphen')
  if (rules.use === 'left-out') return t('rules.use.leftOut')
  return t(rules.required ? 'rules.use.required' : 'rules.use.optional')
}

/** The values of a field of codes; longer lists are in separate sections. */
function FieldTakes({ rules: { name, choices, banks, nationalCodes } }: { readonly rules: FieldRules }) {
  if (name === 'documentType') return tNode('rules.takes.documents', { link: linkTo('documents') })
  if (choices && name === 'payoutAccountTypeCode')
    return tNode('rules.takes.accountTypes', { link: linkTo('accountTypes') })
  if (banks && nationalCodes) return tNode('rules.takes.nationalBanks', { link: linkTo('banks') })
  if (banks) return tNode('rules.takes.banks', { count: banks.length, link: linkTo('banks') })
  const items = choices?.map(({ code, label }) =>
    label.toLowerCase() === code.toLowerCase() ? inCode(code) : tNode('rules.takes.choice', { code, label, inCode }),
  )
  return (
    items && (
      <>
        <Alternatives items={items} />.
      </>
    )
  )
}

function linkTo(id: string) {
  return (parts: ReactNode) => <a href={`#${id}`}>{parts}</a>
}

/** A number that a field takes: its name, its format, an example; `when`: the codes for which it is valid, such as "Account type 0004". */
function NumberLine({ number: { label, shape, example, hint, when = {} } }: { readonly number: NumberRules }) {
  const conditions = Object.entries(when).map(([name, codes]) => {
    const field = isRequestField(name) ? t(fieldLabel(name)) : name
    return t('rules.number.condition', { field, codes: alternatives(codes) })
  })
  return (
    <>
      {conditions.length === 0
        ? tNode('rules.number.line', { label, shape, example, code: inCode })
        : tNode('rules.number.lineWhen', {
            label,
            conditions: conditions.join(', '),
            shape,
            example,
            code: inCode,
          })}{' '}
      {hint}
    </>
  )
}

/** "A, B or C" of elements. */
function Alternatives({ items }: { readonly items: readonly ReactNode[] }) {
  // As static children: the parts of a sentence have no keys.
  return jsxs(Fragment, { children: alternativeParts(items) })
}
