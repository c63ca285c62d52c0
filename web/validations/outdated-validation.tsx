import type { FieldName } from '#shared/payout/fields.ts'
import { t, tNode } from '../language/translate.ts'
import { Ago } from '../ui/ago.tsx'
import { Callout } from '../ui/callout.tsx'
import { type ChangedDetail, changedDetails } from './changed-details.ts'
import { outcomeWords } from './outcome-words.ts'
import { validationFailureWords } from './validation-failure-words.ts'
import styles from './validation-row.module.css'
import type { ValidationRun } from './validation-runs.ts'
import type { Service } from './validation-store.ts'

export interface OutdatedValidationProps {
  readonly service: Service
  /** The last check, and the key that it is kept under. */
  readonly record: Exclude<ValidationRun, { state: 'running' }>
  readonly auditKey: string
  /** What would be asked now; undefined while that is not complete. */
  readonly request: object | undefined
  readonly labelOf: (field: FieldName) => string
}

/** Says first that the last check is outdated and what has changed since; its outcome is history. */
export function OutdatedValidation({ service, record, auditKey, request, labelOf }: OutdatedValidationProps) {
  const changed = request === undefined ? [] : changedDetails(auditKey, request)
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
    return t('validations.result.failedThen', { outcome: validationFailureWords(record.failure).title })
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
