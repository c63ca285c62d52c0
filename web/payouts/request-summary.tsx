import { Fragment } from 'react'
import type { FieldName } from '#shared/payout/fields.ts'
import { formOrder } from '#shared/payout/form-fields.ts'
import { fieldLabel } from '#shared/rule-book/field-label.ts'
import { fieldUses } from '#shared/rule-book/field-uses.ts'
import { say } from '../language/rule-words.ts'
import { t } from '../language/translate.ts'
import { RuleLink } from '../rules/rule-link.tsx'
import { GroupedNumber } from '../ui/grouped-number.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import type { FormState } from './form-store.ts'
import { meaningWords } from './meaning-words.ts'
import styles from './request-panel.module.css'
import { shownErrorText } from './shown-error.ts'

/** The request line by line: how much, where to, who, what each value means, what changed and by which rule. */
export function RequestSummary({ state }: { readonly state: FormState }) {
  const shown = readingOrder(state).filter((field) => isShown(state, field))
  const hyphens = shown.filter((field) => isHyphen(state, field))
  return (
    <Ledger label={t('payouts.request.byLine')}>
      {shown.map((field) => !hyphens.includes(field) && <SummaryRow key={field} state={state} field={field} />)}
      {hyphens.length > 0 && <HyphenRow state={state} fields={hyphens} />}
    </Ledger>
  )
}

/** How much and where to stay in sight without scrolling; then who, and the rest. */
function readingOrder({ reading }: FormState): readonly FieldName[] {
  const order = formOrder(reading.method)
  const within = (section: string) => order.filter(([, found]) => found === section).map(([field]) => field)
  const isMoney = (field: FieldName) => field === 'amount' || field === 'currencyCode'
  const payment = within('payment')
  return [
    ...payment.filter(isMoney),
    ...within('account'),
    ...within('beneficiary'),
    'country',
    ...payment.filter((field) => !isMoney(field)),
    ...within('more'),
    'testMode',
  ]
}

function isShown({ reading: { request, changes, errors } }: FormState, field: FieldName): boolean {
  const isNamed = (found: { readonly field: string }) => found.field === field
  return request[field] !== undefined || changes.some(isNamed) || errors.some(isNamed)
}

function isHyphen({ country, reading }: FormState, field: FieldName): boolean {
  return fieldUses(country, reading.method)[field].use === 'hyphen' && reading.request[field] === '-'
}

/** The fields that hold nothing, in one line with the one reason. */
function HyphenRow({ state, fields }: { readonly state: FormState; readonly fields: readonly FieldName[] }) {
  const reasons = new Map(fields.toReversed().map((field) => [changeOf(state, field)?.why, field]))
  return (
    <LedgerRow
      name={fields.map((field) => <FieldTitle key={field} label={say(fieldLabel(field))} field={field} />)}
      mono
      value="-"
      note={[...reasons].toReversed().map(([why, field]) => (
        <Fragment key={field}>
          {why} <RuleLink country={state.country.code} field={field} label={say(fieldLabel(field))} />{' '}
        </Fragment>
      ))}
      tone="info"
    />
  )
}

function SummaryRow({ state, field }: { readonly state: FormState; readonly field: FieldName }) {
  const { country, given, reading } = state
  const use = fieldUses(country, reading.method)[field]
  const label = say(fieldLabel(field, use.use === 'asked' ? use.rule : undefined, given))
  const error = shownErrorText(state, field)
  const value = reading.request[field]
  const change = changeOf(state, field)
  const note = error ?? change?.text
  const typed = typedIn(state, field)
  return (
    <LedgerRow
      name={<FieldTitle label={label} field={field} />}
      mono={value !== undefined}
      value={value === undefined ? undefined : <SentValue state={state} field={field} value={String(value)} />}
      missing={change?.isLeftOut ? t('payouts.request.leftOut') : typed && t('payouts.request.doesNotFit', { typed })}
      note={
        note && (
          <>
            {note} <RuleLink country={country.code} field={field} label={label} />
          </>
        )
      }
      tone={error !== undefined ? 'error' : 'info'}
    />
  )
}

/** What stands in a field that the form shows; undefined where nothing does. */
function typedIn({ country, values, reading }: FormState, field: FieldName): string | undefined {
  if (fieldUses(country, reading.method)[field].use !== 'asked') return undefined
  const typed: unknown = Object.entries(values).find(([name]) => name === field)?.[1]
  return typeof typed === 'string' && typed.trim() !== '' ? typed : undefined
}

function FieldTitle({ label, field }: { readonly label: string; readonly field: FieldName }) {
  return (
    <>
      <span className={styles.field}>{label}</span>
      <WireName name={field} />
    </>
  )
}

/** The interface's own name; it may break before a capital, never within a word. */
function WireName({ name }: { readonly name: string }) {
  return (
    <span className={styles.wire} translate="no">
      {name.split(/(?=[A-Z])/).map((part) => (
        <Fragment key={part}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  )
}

function SentValue({
  state,
  field,
  value,
}: {
  readonly state: FormState
  readonly field: FieldName
  readonly value: string
}) {
  const meaning = meaningWords(state.country, state.reading.method, field, value)
  return (
    <>
      {field === 'accountNumber' || field === 'documentNumber' ? <GroupedNumber text={value} /> : value}
      {meaning !== undefined && <span className={styles.meaning}>{meaning}</span>}
    </>
  )
}

interface ChangeText {
  readonly text: string
  readonly why: string
  readonly isLeftOut: boolean
}

/** How the sent value came about, from what was typed to what is sent. */
function changeOf({ reading }: FormState, field: FieldName): ChangeText | undefined {
  const changes = reading.changes.filter((change) => change.field === field)
  const [first] = changes
  if (first === undefined) return undefined
  const why = changes.map(({ detail }) => say(detail)).join(' ')
  const text = first.from === '' ? why : t('payouts.request.was', { typed: first.from, why })
  return { text, why, isLeftOut: changes.at(-1)?.to === null }
}
