import { useState } from 'react'
import type { CheckOffer } from '#shared/validation/check-offer.ts'
import { remarkText } from '../language/remark-words.ts'
import { say } from '../language/rule-words.ts'
import { Button } from '../ui/button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { minutesAndSeconds, useCountdown } from '../ui/use-countdown.ts'
import { useIsOnline } from '../ui/use-is-online.ts'
import { checkFailureWords } from './check-failure-words.ts'
import type { CheckRecord } from './check-records.ts'
import styles from './check-row.module.css'
import { checkKey, runCheck, type Service, useChecks } from './check-store.ts'
import { nextTryAt } from './next-try.ts'
import { outcomeWords } from './outcome-words.ts'
import { t } from './words.ts'

export interface CheckButtonProps {
  readonly service: Service
  readonly title: string
  readonly country: string
  readonly offer: CheckOffer<object>
}

/** The button of a check: always the same one, so that it keeps focus, with why it cannot be pressed now. */
export function CheckButton({ service, title, country, offer }: CheckButtonProps) {
  const { records } = useChecks()
  const isOnline = useIsOnline()
  const announce = useAnnounce()
  const [isInsisting, setIsInsisting] = useState(false)
  const record = offer.state === 'ready' ? records[checkKey(service, offer.request)] : undefined
  const wait = useCountdown(nextTryAt(record))

  async function run(request: object) {
    setIsInsisting(false)
    announce(t('button.announceRunning', { check: title }))
    const result = await runCheck(service, country, request)
    if (result.state === 'done') announce(outcomeWords(service, result.outcome).title)
    if (result.state === 'failed') announce(checkFailureWords(result.failure).title)
  }

  function press() {
    if (offer.state !== 'ready') return
    // The same values have an outcome already: a second check costs again, so a person has to insist.
    if (isSettled(record) && !isInsisting) setIsInsisting(true)
    else void run(offer.request)
  }

  return (
    <div className={styles.button}>
      <Button busy={record?.state === 'running'} unavailable={whyNot(offer, isOnline, wait)} onClick={press}>
        {labelOf(title, record, isInsisting && isSettled(record))}
      </Button>
      {isInsisting && isSettled(record) && (
        <>
          <Button kind="link" onClick={() => setIsInsisting(false)}>
            {t('button.keep')}
          </Button>
          <p className={styles.purpose}>{t('button.checkedAlready')}</p>
        </>
      )}
    </div>
  )
}

/** Has an outcome that asking again is not expected to change. */
function isSettled(record: CheckRecord | undefined): boolean {
  return record?.state === 'done' && record.outcome.status !== 'NOT_VALIDATED'
}

function labelOf(title: string, record: CheckRecord | undefined, isInsisting: boolean): string {
  if (record === undefined) return title
  if (record.state === 'running') return t('button.running')
  if (isInsisting) return t('button.insist')
  return t(isSettled(record) ? 'button.checkAgain' : 'button.tryAgain')
}

function whyNot(offer: CheckOffer<object>, isOnline: boolean, wait: number): string | undefined {
  if (offer.state !== 'ready') return whatIsMissing(offer)
  if (!isOnline) return t('button.offline')
  return wait > 0 ? t('button.tryAgainIn', { time: minutesAndSeconds(wait) }) : undefined
}

function whatIsMissing(offer: Exclude<CheckOffer<object>, { state: 'ready' }>): string {
  if (offer.state === 'not-offered') return remarkText(offer.why)
  const [first] = offer.faults
  if (offer.faults.length === 1 && first !== undefined) return remarkText(first)
  const missing = offer.faults.flatMap(({ code, params }) => (code === 'missing' ? [say(String(params.label))] : []))
  const wrong = offer.faults.filter(({ code }) => code !== 'missing').map(remarkText)
  const fillIn = missing.length > 0 ? [t('button.fillIn', { fields: missing.join(', ') })] : []
  return [...fillIn, ...wrong].join(' ')
}
