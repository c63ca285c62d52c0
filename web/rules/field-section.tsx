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
  fieldRows,
  type NumberRules,
  unusedFields,
} from './rule-rows.ts'
import styles from './rules.module.css'
import { inCode, RulesSection } from './sections.tsx'

export interface FieldSectionProps {
  readonly rules: CountryRules
  readonly rows: readonly FieldRow[]
  /** No search: unused fields are listed too. */
  readonly isWhole: boolean
}

/** How every field of the payout request is used, in the sections of the form. */
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

interface FieldEntryProps {
  readonly row: FieldRow
  /** Cleaning that applies to every field and is not repeated here. */
  readonly common: readonly string[]
}

/** One field: how it is used, its values, and how they are cleaned. Changes, warnings and errors link here. */
function FieldEntry({ row, common }: FieldEntryProps) {
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

/** An example of a code adds nothing to the list of codes. */
function isCode(rules: FieldRules | undefined): boolean {
  return rules?.choices !== undefined || rules?.banks !== undefined
}

/** The values of a field of codes; longer lists are in separate sections. */
function FieldTakes({ rules: { name, choices, banks, nationalCodes } }: { readonly rules: FieldRules }) {
  if (name === 'documentType') return tNode('rules.takes.documents', { link: linkTo('documents') })
  if (name === 'payoutAccountTypeCode' && choices)
    return tNode('rules.takes.accountTypes', { link: linkTo('account-types') })
  if (banks && nationalCodes) return tNode('rules.takes.nationalBanks', { link: linkTo('banks') })
  if (banks) return tNode('rules.takes.banks', { count: banks.length, link: linkTo('banks') })
  return choices && <Choices choices={choices} />
}

/** Example values of the field. */
function FieldExamples({ examples }: { readonly examples: readonly string[] }) {
  if (examples.length === 0) return null
  return tNode('rules.takes.examples', { list: () => <Alternatives items={examples.map(inCode)} /> })
}

function linkTo(id: string) {
  return (parts: ReactNode) => <a href={`#${id}`}>{parts}</a>
}

function Choices({ choices }: { readonly choices: NonNullable<FieldRules['choices']> }) {
  const items = choices.map(({ code, label }) =>
    label.toLowerCase() === code.toLowerCase() ? inCode(code) : tNode('rules.takes.choice', { code, label, inCode }),
  )
  return (
    <>
      <Alternatives items={items} />.
    </>
  )
}

/** A number that a field takes: its name, its format, an example. */
function NumberLine({ number }: { readonly number: NumberRules }) {
  const { label, shape, example, hint, when = {} } = number
  const conditions = conditionsOf(when)
  return (
    <>
      {conditions === ''
        ? tNode('rules.number.line', { label, shape, example, code: inCode })
        : tNode('rules.number.lineWhen', { label, conditions, shape, example, code: inCode })}{' '}
      {hint}
    </>
  )
}

/** "Account type 0004": the codes for which a number is valid. */
function conditionsOf(when: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(when)
    .map(([name, codes]) => {
      const field = isRequestField(name) ? t(fieldLabel(name)) : name
      return t('rules.number.condition', { field, codes: alternatives(codes) })
    })
    .join(', ')
}

/** "A, B or C" of elements. */
function Alternatives({ items }: { readonly items: readonly ReactNode[] }) {
  // As static children: the parts of a sentence have no keys.
  return jsxs(Fragment, { children: alternativeParts(items) })
}
