import type { FieldName } from '#shared/payout/fields.ts'
import { t } from '../language/translate.ts'
import { Ago } from '../ui/ago.tsx'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { outcomeWords } from './outcome-words.ts'
import { OutdatedValidation } from './outdated-validation.tsx'
import { validationFailureWords } from './validation-failure-words.ts'
import { ValidationRunProgress } from './validation-progress.tsx'
import styles from './validation-row.module.css'
import type { ValidationRun } from './validation-runs.ts'
import { checkKey, lastKey, type Service, useValidations } from './validation-store.ts'

export interface ValidationResultProps {
  readonly service: Service
  readonly country: string
  /** Undefined while the check cannot be asked. */
  readonly request: object | undefined
  readonly documentField?: string | undefined
  readonly labelOf: (field: FieldName) => string
}

/** What came of a check, or of the last one if its values have changed since. */
export function ValidationResult({ service, country, request, documentField, labelOf }: ValidationResultProps) {
  const { records, last } = useValidations()
  const current = request && records[checkKey(service, request)]
  if (current?.state === 'running')
    return <ValidationRunProgress auditKey={checkKey(service, request ?? {})} {...current} />
  if (current !== undefined) return <Result service={service} record={current} documentField={documentField} />
  const earlierKey = last[lastKey(service, country)] ?? ''
  const earlier = records[earlierKey]
  if (earlier === undefined || earlier.state === 'running') return null
  return (
    <OutdatedValidation service={service} record={earlier} auditKey={earlierKey} request={request} labelOf={labelOf} />
  )
}

type Answered = Exclude<ValidationRun, { state: 'running' }>

function Result({
  service,
  record,
  documentField,
}: Pick<ValidationResultProps, 'service' | 'documentField'> & { readonly record: Answered }) {
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

/** When, and what to quote to the provider's support. */
function Trace({ id, at }: { readonly id: string; readonly at?: string }) {
  return (
    <p className={styles.meta}>
      {at !== undefined && <Ago at={at} />}
      <span>{t('validations.trace.short', { id: id.slice(0, 8) })}</span>
      <CopyButton kind="link" text={id} label={t('validations.trace.copyLabel')}>
        {t('validations.trace.copy')}
      </CopyButton>
    </p>
  )
}
