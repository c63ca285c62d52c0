import { Fragment, memo } from 'react'
import type { BankNames } from '#shared/banks/bank-names.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import { fieldUses } from '#shared/payout/field-uses.ts'
import type { FieldName } from '#shared/payout/fields.ts'
import { formOrder } from '#shared/payout/form-fields.ts'
import { paperGroups } from '#shared/payout/number-groups.ts'
import { sentName } from '#shared/payout/sent-request.ts'
import { useBankNames } from '../api/bank-names.ts'
import { changeText } from '../language/issue-text.ts'
import { useLanguage } from '../language/language.ts'
import { t } from '../language/translate.ts'
import { RuleLink } from '../rule-links/rule-link.tsx'
import { useSentFields } from '../session/use-session.ts'
import { GroupedNumber } from '../ui/grouped-number.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import { Code, Name } from '../ui/name.tsx'
import { formFieldLabel, meaningWords } from './entry-words.ts'
import type { FormReading } from './reading.ts'
import styles from './request-summary.module.css'

export interface RequestSummaryProps {
  readonly reading: FormReading
  /** The errors that the form shows, by field. */
  readonly errors?: Readonly<Partial<Record<FieldName, string>>>
}

/** The request line by line: amount, destination and beneficiary, the meaning of each value, and what was changed by which rule. */
export function RequestSummary({ reading, errors = {} }: RequestSummaryProps) {
  const names = useBankNames()
  const shown = readingOrder(reading).filter((field) => isShown(reading, field))
  const hyphens = shown.filter((field) => isHyphen(reading, field))
  return (
    <Ledger label={t('payouts.request.byLine')}>
      {shown.map((field) =>
        hyphens.includes(field) ? null : <SummaryRow key={field} {...rowOf(reading, field, errors[field], names)} />,
      )}
      {hyphens.length > 0 && <HyphenRow reading={reading} fields={hyphens} />}
    </Ledger>
  )
}

/** The values that are sent otherwise than typed, and why. */
export function ChangedFields({ reading }: { readonly reading: FormReading }) {
  const isWrong = (field: FieldName) => reading.errors.some((error) => error.field === field)
  const isTyped = (field: FieldName) =>
    !isWrong(field) && reading.changes.some((change) => change.field === field && change.from !== '')
  const shown = readingOrder(reading).filter(isTyped)
  if (shown.length === 0) return null
  return (
    <dl className={styles.changes} aria-label={t('payouts.request.changed')}>
      {shown.map((field) => (
        <ChangedRow
          key={field}
          country={reading.country.code}
          field={field}
          label={formFieldLabel(reading, field)}
          typed={reading.changes.find((change) => change.field === field)?.from ?? ''}
          sent={reading.request[field] === undefined ? t('payouts.request.leftOut') : String(reading.request[field])}
          why={changeOf(reading, field)?.why}
        />
      ))}
    </dl>
  )
}

interface ChangedRowProps {
  readonly country: string
  readonly field: FieldName
  readonly label: string
  readonly typed: string
  readonly sent: string
  readonly why: string | undefined
}

const ChangedRow = memo(function ChangedRow({ country, field, label, typed, sent, why }: ChangedRowProps) {
  useLanguage()
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span className={styles.change}>
          <Name>{typed}</Name> → <Code>{sent}</Code>
        </span>
        <span className={styles.meaning}>
          {why} <RuleLink country={country} field={field} label={label} />
        </span>
      </dd>
    </div>
  )
})

/** Amount and destination first; then the beneficiary and the rest. */
function readingOrder({ method }: FormReading): readonly FieldName[] {
  const order = formOrder(method)
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

function isShown({ request, changes, errors, kept }: FormReading, field: FieldName): boolean {
  const isNamed = (found: { readonly field: string }) => found.field === field
  return request[field] !== undefined || kept[field] !== undefined || changes.some(isNamed) || errors.some(isNamed)
}

function isHyphen({ country, method, request }: FormReading, field: FieldName): boolean {
  return fieldUses(country, method)[field].use === 'hyphen' && request[field] === '-'
}

/** The empty fields, in one line with their common reason. */
function HyphenRow({ reading, fields }: { readonly reading: FormReading; readonly fields: readonly FieldName[] }) {
  const reasons = new Map(fields.toReversed().map((field) => [changeOf(reading, field)?.why, field]))
  return (
    <LedgerRow
      name={fields.map((field) => <FieldTitle key={field} label={t(fieldLabel(field))} field={field} />)}
      mono
      value="-"
      note={[...reasons].toReversed().map(([why, field]) => (
        <Fragment key={field}>
          {why} <RuleLink country={reading.country.code} field={field} label={t(fieldLabel(field))} />{' '}
        </Fragment>
      ))}
      tone="info"
    />
  )
}

interface SummaryRowProps {
  readonly country: string
  readonly field: FieldName
  readonly label: string
  /** The value that is sent. */
  readonly value: string | undefined
  readonly meaning: string | undefined
  /** Why there is no value. */
  readonly missing: string | undefined
  readonly note: string | undefined
  readonly isWrong: boolean
}

/** One line, with texts as props only: a keystroke renders only the lines that it changes. */
function rowOf(reading: FormReading, field: FieldName, error: string | undefined, names: BankNames): SummaryRowProps {
  const { country, request, kept } = reading
  const end = kept[field]
  const sent = request[field] === undefined ? undefined : String(request[field])
  const value = end ?? sent
  const change = changeOf(reading, field)
  const typed = typedIn(reading, field)
  return {
    country: country.code,
    field,
    label: formFieldLabel(reading, field),
    value,
    meaning: value && meaningWords(reading, field, value, names),
    missing: change?.isLeftOut ? t('payouts.request.leftOut') : typed && t('payouts.request.doesNotFit', { typed }),
    note: error ?? change?.text,
    isWrong: error !== undefined,
  }
}

const SummaryRow = memo(function SummaryRow(row: SummaryRowProps) {
  useLanguage()
  const { country, field, label, value, meaning, missing, note, isWrong } = row
  const isNumber = field === 'accountNumber' || field === 'documentNumber' || field === 'recipientPixKey'
  return (
    <LedgerRow
      name={<FieldTitle label={label} field={field} />}
      mono={value !== undefined}
      value={
        value === undefined ? undefined : (
          <>
            {isNumber ? <GroupedNumber text={value} groups={paperGroups(country, field, value)} /> : value}
            {meaning !== undefined && <span className={styles.meaning}>{meaning}</span>}
          </>
        )
      }
      missing={missing}
      note={
        note && (
          <>
            {note} <RuleLink country={country} field={field} label={label} />
          </>
        )
      }
      tone={isWrong ? 'error' : 'info'}
    />
  )
})

/** The typed value of a field that the form shows; undefined where it is empty. */
function typedIn({ country, method, entry }: FormReading, field: FieldName): string | undefined {
  if (fieldUses(country, method)[field].use !== 'asked') return undefined
  const typed = entry[field]
  return typeof typed === 'string' && typed.trim() !== '' ? typed : undefined
}

function FieldTitle({ label, field }: { readonly label: string; readonly field: FieldName }) {
  return (
    <>
      <span className={styles.field}>{label}</span>
      <WireName name={sentName(useSentFields(), field)} />
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

interface ChangeText {
  readonly text: string
  readonly why: string
  readonly isLeftOut: boolean
}

/** How the sent value came about, from what was typed to what is sent. */
function changeOf(reading: FormReading, field: FieldName): ChangeText | undefined {
  const changes = reading.changes.filter((change) => change.field === field)
  const [first] = changes
  if (first === undefined) return undefined
  const why = changes.map(changeText).join(' ')
  const text = first.from === '' ? why : t('payouts.request.was', { typed: first.from, why })
  return { text, why, isLeftOut: changes.at(-1)?.to === null }
}
