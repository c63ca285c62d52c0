import { Fragment } from 'react'
import type { EntryField } from '#shared/payout/entry-fields.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import { formOrder } from '#shared/payout/form-fields.ts'
import { meaningOf } from '#shared/payout/value-meaning.ts'
import { fieldUses } from '#shared/rule-book/field-uses.ts'
import { GroupedNumber } from '../ui/grouped-number.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import { type FormState, shownError } from './form-store.ts'
import styles from './request-panel.module.css'

/** The request line by line: what is sent, what it means, what changed and by which rule. */
export function RequestSummary({ state }: { readonly state: FormState }) {
  const { request, changes, faults } = state.reading
  const order: readonly EntryField[] = [
    'country',
    ...formOrder(state.reading.method).map(([field]) => field),
    'testMode',
  ]
  const shown = order.filter(
    (field) =>
      request[field] !== undefined ||
      changes.some((change) => change.field === field) ||
      faults.some((fault) => fault.field === field),
  )
  return (
    <Ledger label="The request, line by line">
      {shown.map((field) => (
        <SummaryRow key={field} state={state} field={field} />
      ))}
    </Ledger>
  )
}

function SummaryRow({ state, field }: { readonly state: FormState; readonly field: EntryField }) {
  const { country, given, reading } = state
  const use = fieldUses(country, reading.method)[field]
  const label = fieldLabel(field, use.use === 'asked' ? use.rule : undefined, given)
  const error = shownError(state, field)
  const value = reading.request[field]
  const change = changeOf(state, field)
  return (
    <LedgerRow
      name={
        <>
          <span className={styles.field}>{label}</span>
          <WireName name={field} />
        </>
      }
      mono={value !== undefined}
      value={value === undefined ? undefined : <SentValue state={state} field={field} value={String(value)} />}
      missing={change?.isLeftOut ? 'left out' : 'not yet given'}
      note={error ?? change?.text}
      tone={error !== undefined ? 'error' : 'info'}
    />
  )
}

/** The interface's own name; it may break before a capital, never within a word. */
function WireName({ name }: { readonly name: string }) {
  return (
    <span className={styles.wire}>
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
  readonly field: EntryField
  readonly value: string
}) {
  const meaning = meaningOf(state.country, state.reading.method, field, value)
  return (
    <>
      {field === 'accountNumber' || field === 'documentNumber' ? <GroupedNumber text={value} /> : value}
      {meaning !== undefined && <span className={styles.meaning}>{meaning}</span>}
    </>
  )
}

/** How the sent value came about, from what was typed to what is sent. */
function changeOf({ reading }: FormState, field: EntryField): { text: string; isLeftOut: boolean } | undefined {
  const changes = reading.changes.filter((change) => change.field === field)
  const [first] = changes
  if (first === undefined) return undefined
  const why = changes.map(({ detail }) => detail).join(' ')
  return { text: first.from === '' ? why : `was ${first.from}. ${why}`, isLeftOut: changes.at(-1)?.to === null }
}
