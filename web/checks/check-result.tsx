import { Ago } from '../ui/ago.tsx'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { checkFailureWords } from './check-failure-words.ts'
import { CheckProgress } from './check-progress.tsx'
import type { CheckRecord } from './check-records.ts'
import styles from './check-row.module.css'
import { checkKey, lastKey, type Service, useChecks } from './check-store.ts'
import { outcomeWords } from './outcome-words.ts'
import { OutdatedCheck } from './outdated-check.tsx'
import { t } from './words.ts'

export interface CheckResultProps {
  readonly service: Service
  readonly country: string
  /** Undefined while the check cannot be asked. */
  readonly request: object | undefined
  readonly documentField?: string | undefined
}

/** What came of a check, or of the last one if its values have changed since. */
export function CheckResult({ service, country, request, documentField }: CheckResultProps) {
  const { records, last } = useChecks()
  const current = request && records[checkKey(service, request)]
  if (current?.state === 'running') return <CheckProgress recordKey={checkKey(service, request ?? {})} {...current} />
  if (current !== undefined) return <Result service={service} record={current} documentField={documentField} />
  const earlierKey = last[lastKey(service, country)] ?? ''
  const earlier = records[earlierKey]
  if (earlier === undefined || earlier.state === 'running') return null
  return (
    <OutdatedCheck
      service={service}
      record={earlier}
      recordKey={earlierKey}
      request={request}
      documentField={documentField}
    />
  )
}

type Answered = Exclude<CheckRecord, { state: 'running' }>

function Result({
  service,
  record,
  documentField,
}: Pick<CheckResultProps, 'service' | 'documentField'> & { readonly record: Answered }) {
  if (record.state === 'failed') {
    const { failure } = record
    const { title, sentences } = checkFailureWords(failure)
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
      {t('result.toField')}
    </Button>
  )
}

/** When, and what to quote to the provider's support. */
function Trace({ id, at }: { readonly id: string; readonly at?: string }) {
  return (
    <p className={styles.meta}>
      {at !== undefined && <Ago at={at} />}
      <span>{t('trace.short', { id: id.slice(0, 8) })}</span>
      <CopyButton kind="link" text={id} label={t('trace.copyLabel')}>
        {t('trace.copy')}
      </CopyButton>
    </p>
  )
}
