import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { ValidationProgress } from '#shared/api/validation-progress.ts'
import type { FieldName } from '#shared/payout/fields.ts'
import { t, tNode } from '../language/translate.ts'
import { Ago } from '../ui/ago.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { Callout } from '../ui/tone.tsx'
import styles from './validation-row.module.css'
import type { ValidationRun } from './validation-runs.ts'
import {
  lastRunKeyOf,
  progressEveryMs,
  progressOf,
  runKeyOf,
  type Service,
  stopWaiting,
  useValidations,
} from './validation-store.ts'
import { outcomeWords, validationFailureWords } from './validation-words.ts'

export interface ValidationResultProps {
  readonly service: Service
  readonly country: string
  /** Undefined while the validation cannot be requested. */
  readonly request: object | undefined
  readonly documentField?: string | undefined
  readonly labelOf: (field: FieldName) => string
}

/** The outcome of a validation, or of the last one if its values have changed since. */
export function CurrentValidation({ service, country, request, documentField, labelOf }: ValidationResultProps) {
  const { records, last } = useValidations()
  const current = request && records[runKeyOf(service, request)]
  if (current?.state === 'running')
    return <ValidationRunProgress runKey={runKeyOf(service, request ?? {})} {...current} />
  if (current !== undefined) return <Result service={service} record={current} documentField={documentField} />
  const earlierKey = last[lastRunKeyOf(service, country)] ?? ''
  const earlier = records[earlierKey]
  if (earlier === undefined || earlier.state === 'running') return null
  return (
    <OutdatedValidation service={service} record={earlier} runKey={earlierKey} request={request} labelOf={labelOf} />
  )
}

type FinishedRun = Exclude<ValidationRun, { state: 'running' }>

function Result({
  service,
  record,
  documentField,
}: Pick<ValidationResultProps, 'service' | 'documentField'> & { readonly record: FinishedRun }) {
  if (record.state === 'failed') {
    const { failure } = record
    const { title, sentences } = validationFailureWords(failure)
    return (
      <Callout tone="warning" title={title}>
        <p>{sentences.join(' ')}</p>
        {failure.cause === 'problem' && <Trace id={failure.problem.requestId} />}
      </Callout>
    )
  }
  const { tone, title, detail, field } = outcomeWords(service, record.outcome)
  return (
    <Callout
      tone={tone}
      title={title}
      action={field && <ToField field={field === 'documentNumber' ? (documentField ?? field) : field} />}
    >
      {detail !== undefined && <p>{detail}</p>}
      <Trace id={record.outcome.requestId} at={record.outcome.at} />
    </Callout>
  )
}

function ToField({ field }: { readonly field: string }) {
  return (
    <Button kind="link" small onClick={() => goToField(field)}>
      {t('validations.result.toField')}
    </Button>
  )
}

/** The time, and the trace to quote to the provider's support. */
function Trace({ id, at }: { readonly id: string; readonly at?: string }) {
  return (
    <p className={styles.meta}>
      {at !== undefined && <Ago at={at} />}
      <span>{t('validations.trace.short', { id: id.slice(0, 8) })}</span>
      <CopyButton kind="link" text={id}>
        {t('validations.trace.copy')}
      </CopyButton>
    </p>
  )
}

interface OutdatedValidationProps {
  readonly service: Service
  /** The last validation, and its key. */
  readonly record: Exclude<ValidationRun, { state: 'running' }>
  readonly runKey: string
  /** The request that would be sent now; undefined while it is incomplete. */
  readonly request: object | undefined
  readonly labelOf: (field: FieldName) => string
}

/** Shows that the last validation is outdated and what has changed since; its outcome is only history. */
function OutdatedValidation({ service, record, runKey, request, labelOf }: OutdatedValidationProps) {
  const changed = request === undefined ? [] : changedDetails(runKey, request)
  return (
    <Callout tone="info" title={t('validations.result.outdated')}>
      {request === undefined && <p>{t('validations.result.incomplete')}</p>}
      {changed.length > 0 && (
        <ul aria-label={t('validations.result.changed')}>
          {changed.map((detail) => (
            <li key={detail.field}>{changeWords(labelOf(detail.field), detail)}</li>
          ))}
        </ul>
      )}
      <p>{t('validations.result.again')}</p>
      <p className={styles.meta}>
        <History service={service} record={record} />
      </p>
    </Callout>
  )
}

function changeWords(field: string, { before }: ChangedDetail): string {
  return before === undefined
    ? t('validations.result.other', { field })
    : t('validations.result.was', { field, before })
}

function History({ service, record }: Pick<OutdatedValidationProps, 'service' | 'record'>) {
  if (record.state === 'failed')
    return <span>{t('validations.result.failedThen', { outcome: validationFailureWords(record.failure).title })}</span>
  const { at } = record.outcome
  return (
    <span>
      {tNode('validations.result.then', {
        outcome: outcomeWords(service, record.outcome).title,
        ago: () => <Ago at={at} />,
      })}
    </span>
  )
}

interface ValidationRunProgressProps {
  readonly runKey: string
  readonly idempotencyKey: string
  readonly isWatched: boolean
}

/** The progress of a running validation. Leaving loses nothing: the server saves the answer, and it is shown when it arrives. */
function ValidationRunProgress({ runKey, idempotencyKey, isWatched }: ValidationRunProgressProps) {
  const progress = useQuery({
    queryKey: ['validation-progress', idempotencyKey],
    queryFn: () => progressOf(idempotencyKey),
    retry: false,
    refetchInterval: progressEveryMs,
    enabled: isWatched,
  })
  if (!isWatched) return <p className={styles.purpose}>{t('validations.progress.notWaiting')}</p>
  return (
    <p className={styles.meta}>
      <span>{progressWords(progress.data)}</span>
      <Button kind="link" small onClick={() => stopWaiting(runKey)}>
        {t('validations.progress.stop')}
      </Button>
    </p>
  )
}

function progressWords(progress: ValidationProgress | undefined): string {
  if (progress?.state !== 'running' || progress.attempt === 1) return t('validations.progress.asked')
  const { attempt, maxAttempts } = progress
  return attempt === 0 ? t('validations.progress.waiting') : t('validations.progress.attempt', { attempt, maxAttempts })
}

export interface ChangedDetail {
  readonly field: FieldName
  /** The earlier value; undefined for a code, which says nothing to a reader, and for a value that was not sent. */
  readonly before: string | undefined
}

const requestSchema = z.record(z.string(), z.unknown())

/** How the request differs from the one with this key (see runKeyOf), in the order of the form. */
export function changedDetails(runKey: string, request: object): readonly ChangedDetail[] {
  const before = requestSchema.parse(JSON.parse(runKey.slice(runKey.indexOf(' ') + 1)))
  const now = requestSchema.parse(request)
  return details.flatMap(({ name, field, isText }) => {
    const was = before[name]
    if (was === now[name]) return []
    return [{ field, before: isText && typeof was === 'string' ? was : undefined }]
  })
}

/** Each part of a validation's request with the field of the form that it comes from. */
const details = [
  { name: 'firstName', field: 'beneficiaryFirstName', isText: true },
  { name: 'lastName', field: 'beneficiaryLastName', isText: true },
  { name: 'documentType', field: 'documentType', isText: false },
  { name: 'documentNumber', field: 'documentNumber', isText: true },
  { name: 'bankName', field: 'bankName', isText: false },
  { name: 'accountAgencyNumber', field: 'accountAgencyNumber', isText: true },
  { name: 'accountTypeCode', field: 'payoutAccountTypeCode', isText: false },
  { name: 'accountNumber', field: 'accountNumber', isText: true },
  { name: 'testMode', field: 'testMode', isText: false },
] as const
