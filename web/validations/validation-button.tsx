import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import type { ReceivedMessage, ReceivedParams } from '#shared/language/message.ts'
import type { ValidationOffer } from '#shared/validation/validation-offer.ts'
import { issueText } from '../language/issue-text.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import styles from './validation-row.module.css'
import { nextTryAt, type ValidationRun } from './validation-runs.ts'
import { runKeyOf, runValidation, type Service, useValidations } from './validation-store.ts'
import { outcomeWords, validationFailureWords } from './validation-words.ts'

export interface ValidationButtonProps {
  readonly service: Service
  readonly title: string
  readonly country: string
  readonly offer: ValidationOffer<object>
  /** What it is for, beside it until it has an outcome. */
  readonly children?: ReactNode
}

/** The button of a validation: always the same element, so that it keeps focus, with the reason why it cannot be pressed. */
export function ValidationButton({ service, title, country, offer, children }: ValidationButtonProps) {
  const { records } = useValidations()
  const isOnline = useIsOnline()
  const announce = useAnnounce()
  const [isInsisting, setIsInsisting] = useState(false)
  const record = offer.state === 'ready' ? records[runKeyOf(service, offer.request)] : undefined
  const wait = useCountdown(nextTryAt(record))

  async function run(request: object) {
    setIsInsisting(false)
    announce(t('validations.button.announceRunning', { check: title }))
    const result = await runValidation(service, country, request)
    if (result.state === 'done') announce(outcomeWords(service, result.outcome).title)
    if (result.state === 'failed') announce(validationFailureWords(result.failure).title)
  }

  function press() {
    if (offer.state !== 'ready') return
    // The same values have an outcome already: a second validation costs again, so the person has to confirm it.
    if (isSettled(record) && !isInsisting) setIsInsisting(true)
    else void run(offer.request)
  }

  return (
    <div className={styles.button}>
      <Button small busy={record?.state === 'running'} unavailable={whyNot(offer, isOnline, wait)} onClick={press}>
        {labelOf(title, record, isInsisting && isSettled(record))}
      </Button>
      {offer.state === 'ready' && record === undefined && <p className={styles.purpose}>{children}</p>}
      {isInsisting && isSettled(record) && (
        <>
          <Button kind="link" onClick={() => setIsInsisting(false)}>
            {t('validations.button.keep')}
          </Button>
          <p className={styles.purpose}>{t('validations.button.checkedAlready')}</p>
        </>
      )}
    </div>
  )
}

/** Has an outcome that another validation is not expected to change. */
function isSettled(record: ValidationRun | undefined): boolean {
  return record?.state === 'done' && record.outcome.status !== 'NOT_VALIDATED'
}

function labelOf(title: string, record: ValidationRun | undefined, isInsisting: boolean): string {
  if (record === undefined) return title
  if (record.state === 'running') return t('validations.button.running')
  if (isInsisting) return t('validations.button.insist')
  return isSettled(record) ? t('validations.button.checkAgain', { check: title }) : t('validations.button.tryAgain')
}

function whyNot(offer: ValidationOffer<object>, isOnline: boolean, wait: number): string | undefined {
  if (offer.state !== 'ready') return whatIsMissing(offer)
  if (!isOnline) return t('validations.button.offline')
  return wait > 0 ? t('validations.button.tryAgainIn', { time: minutesAndSeconds(wait) }) : undefined
}

function whatIsMissing(offer: Exclude<ValidationOffer<object>, { state: 'ready' }>): string {
  if (offer.state === 'not-offered') return issueText(offer.why)
  const [first] = offer.errors
  if (offer.errors.length === 1 && first !== undefined) return issueText(first)
  const missing = offer.errors.flatMap(({ code, params: { label } }) =>
    code === 'missing' && isLabel(label) ? [label] : [],
  )
  const wrong = offer.errors.filter(({ code }) => code !== 'missing').map(issueText)
  const fillIn = missing.length > 0 ? [t('validations.button.fillIn', { fields: missing })] : []
  return [...fillIn, ...wrong].join(' ')
}

function isLabel(param: ReceivedParams[string] | undefined): param is string | ReceivedMessage {
  return typeof param === 'string' || (typeof param === 'object' && 'id' in param)
}

/** Milliseconds left until a moment, updated every second; 0 once it has passed. */
function useCountdown(until: number): number {
  const [left, setLeft] = useState(() => msUntil(until))
  // A timer updates it, and none runs once there is nothing to wait for.
  useEffect(() => {
    setLeft(msUntil(until))
    if (until <= Date.now()) return
    const timer = setInterval(() => {
      setLeft(msUntil(until))
      if (until <= Date.now()) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [until])
  return left
}

function msUntil(moment: number): number {
  return Math.max(0, moment - Date.now())
}

/** A duration as minutes and seconds: "0:24". */
function minutesAndSeconds(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Whether the browser has a network at all. */
function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
