import { useState } from 'react'
import type { CheckOffer } from '#shared/validation/check-offer.ts'
import { Button } from '../ui/button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { minutesAndSeconds, useCountdown } from '../ui/use-countdown.ts'
import { useIsOnline } from '../ui/use-is-online.ts'
import type { CheckRecord } from './check-records.ts'
import styles from './check-row.module.css'
import { checkKey, runCheck, type Service, useChecks } from './check-store.ts'
import { nextTryAt } from './next-try.ts'
import { outcomeWords } from './outcome-words.ts'

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
    announce(`${title}: running`)
    const result = await runCheck(service, country, request)
    if (result.state === 'done') announce(outcomeWords(service, result.outcome).title)
    if (result.state === 'failed') announce(result.failure.title)
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
            Keep the result
          </Button>
          <p className={styles.purpose}>These details are checked already; a new check counts as one more.</p>
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
  if (record.state === 'running') return 'Checking…'
  if (isInsisting) return 'Check all the same'
  return isSettled(record) ? 'Check again' : 'Try again'
}

function whyNot(offer: CheckOffer<object>, isOnline: boolean, wait: number): string | undefined {
  if (offer.state !== 'ready') return whatIsMissing(offer)
  if (!isOnline) return 'You are offline. Nothing is lost; check once you are back.'
  return wait > 0 ? `Try again in ${minutesAndSeconds(wait)}` : undefined
}

function whatIsMissing(offer: Exclude<CheckOffer<object>, { state: 'ready' }>): string {
  if (offer.state === 'not-offered') return offer.why
  const [first] = offer.faults
  if (offer.faults.length === 1 && first !== undefined) return first.detail
  const missing = offer.faults.flatMap(({ code, params }) => (code === 'missing' ? [String(params.label)] : []))
  const wrong = offer.faults.filter(({ code }) => code !== 'missing').map(({ detail }) => detail)
  return [missing.length > 0 && `First fill in: ${missing.join(', ')}.`, ...wrong].filter(Boolean).join(' ')
}
