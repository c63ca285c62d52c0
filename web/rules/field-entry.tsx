import { Fragment, useId } from 'react'
import { isEntryField } from '#shared/rule-book/entry-fields.ts'
import { fieldLabel, inSentence } from '#shared/rule-book/field-label.ts'
import { WarningIcon } from '../ui/icons.tsx'
import { cleaningOf, type FieldCase, type FieldRow } from './field-rows.ts'
import type { FieldRules, NumberRules } from './rule-types.ts'
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
        {cleaning.length > 0 && <p className={styles.quiet}>Before sending: {cleaning.join(' ')}</p>}
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
        {!isOnly && <span className={styles.methods}>{methods.join('; ')}: </span>}
        <strong>{becomes(rules)}</strong> {rules?.why} {rules && <Takes rules={rules} />} {asSentence(rules?.hint)}
        {hasOne && <NumberLine number={number} />}
        {numbers.length === 0 && !isCode(rules) && <Examples examples={examples} />}
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

function asSentence(text = ''): string {
  return text === '' || /[.…]$/.test(text) ? text : `${text}.`
}

function becomes(rules: FieldRules | undefined): string {
  if (rules === undefined) return 'Not used.'
  if (rules.use === 'hyphen') return 'Sent as a hyphen.'
  if (rules.use === 'left-out') return 'Left out.'
  return rules.required ? 'Asked for.' : 'May stay empty.'
}

/** What a field of codes takes; the longer lists stand in sections of their own. */
function Takes({ rules: { name, choices, banks, nationalCodes } }: { readonly rules: FieldRules }) {
  if (name === 'documentType') return <SectionLink id="documents">The documents</SectionLink>
  if (name === 'payoutAccountTypeCode' && choices)
    return <SectionLink id="account-types">The account types</SectionLink>
  if (banks && nationalCodes) return <SectionLink id="banks">Any national bank, by its three digits</SectionLink>
  if (banks) return <SectionLink id="banks">{`One of ${banks.length} banks`}</SectionLink>
  return choices && <Choices choices={choices} />
}

function SectionLink({ id, children }: { readonly id: string; readonly children: string }) {
  return (
    <>
      <a href={`#${id}`}>{children}</a>.
    </>
  )
}

function Choices({ choices }: { readonly choices: NonNullable<FieldRules['choices']> }) {
  return (
    <>
      {choices.map(({ code, label }, place) => (
        <Fragment key={code}>
          {place > 0 && ' or '}
          <code>{code}</code>
          {label.toLowerCase() !== code.toLowerCase() && ` (${label})`}
        </Fragment>
      ))}
      .
    </>
  )
}

/** An example of a code tells nothing beside the list of codes. */
function isCode(rules: FieldRules | undefined): boolean {
  return rules?.choices !== undefined || rules?.banks !== undefined
}

function Examples({ examples }: { readonly examples: readonly string[] }) {
  if (examples.length === 0) return null
  return (
    <>
      {' Such as '}
      {examples.map((example, place) => (
        <Fragment key={example}>
          {place > 0 && ' or '}
          <code>{example}</code>
        </Fragment>
      ))}
      .
    </>
  )
}

function NumberLine({ number: { label, shape, example, hint, when = {} } }: { readonly number: NumberRules }) {
  return (
    <>
      {label}
      {conditions(when)}: {shape}, such as <code>{example}</code>. {hint}
    </>
  )
}

/** "(account type 0004)": the codes under which a number holds. */
function conditions(when: Readonly<Record<string, readonly string[]>>): string {
  const said = Object.entries(when).map(([field, codes]) => {
    const label = isEntryField(field) ? inSentence(fieldLabel(field)) : field
    return `${label} ${codes.join(' or ')}`
  })
  return said.length === 0 ? '' : ` (${said.join(', ')})`
}
