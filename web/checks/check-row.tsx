import type { CheckOffer } from '#shared/validation/check-offer.ts'
import { useTestMode } from '../app/test-mode.tsx'
import { useMerchant } from '../app/use-merchant.ts'
import { Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Note } from '../ui/note.tsx'
import { CheckResult } from './check-result.tsx'
import styles from './check-row.module.css'
import { checkKey, runCheck, type Service, useChecks } from './check-store.ts'
import { outcomeWords } from './outcome-words.ts'

export interface CheckRowProps {
  readonly service: Service
  readonly title: string
  /** What the check finds out, in one sentence. */
  readonly purpose: string
  /** The country's code. */
  readonly country: string
  readonly offer: CheckOffer<object>
}

/** One check: what it asks, what it costs, its button, and what came of it. */
export function CheckRow({ service, title, purpose, country, offer }: CheckRowProps) {
  if (offer.state === 'not-offered')
    return (
      <Note>
        {title}: not offered. {offer.why}
      </Note>
    )
  return (
    <section className={styles.check} aria-label={title}>
      <div className={styles.head}>
        <div>
          <p className={styles.title}>{title}</p>
          <p className={styles.purpose}>
            {purpose} <Price />
          </p>
        </div>
        <CheckButton service={service} title={title} country={country} offer={offer} />
      </div>
      {offer.state === 'ready' && <WhatIsSent request={offer.request} />}
      <CheckResult service={service} country={country} request={offer.state === 'ready' ? offer.request : undefined} />
    </section>
  )
}

function CheckButton({ service, title, country, offer }: Omit<CheckRowProps, 'purpose'>) {
  const checks = useChecks()
  const announce = useAnnounce()
  if (offer.state !== 'ready') return <Button unavailable={whatIsMissing(offer)}>{title}</Button>
  const { request } = offer
  const record = checks.records[checkKey(service, request)]

  async function run() {
    announce(`${title}: running`)
    const result = await runCheck(service, country, request)
    if (result.state === 'done') announce(outcomeWords(service, result.outcome).title)
    if (result.state === 'failed') announce(result.failure.title)
  }

  return (
    <Button busy={record?.state === 'running'} onClick={() => void run()}>
      {labelOf(title, record?.state)}
    </Button>
  )
}

function labelOf(title: string, state: string | undefined): string {
  if (state === 'running') return 'Checking…'
  return state === undefined ? title : 'Check again'
}

function whatIsMissing(offer: Exclude<CheckOffer<object>, { state: 'ready' }>): string {
  if (offer.state === 'not-offered') return offer.why
  const [first] = offer.faults
  if (offer.faults.length === 1 && first !== undefined) return first.detail
  const missing = offer.faults.flatMap(({ code, params }) => (code === 'missing' ? [String(params.label)] : []))
  const wrong = offer.faults.filter(({ code }) => code !== 'missing').map(({ detail }) => detail)
  return [missing.length > 0 && `First fill in: ${missing.join(', ')}.`, ...wrong].filter(Boolean).join(' ')
}

function Price() {
  const { isOn } = useTestMode()
  const merchant = useMerchant()
  if (isOn) return 'Free in test mode.'
  return merchant.data?.environment === 'sandbox' ? 'The sandbox bills nothing.' : 'Each check is billed.'
}

function WhatIsSent({ request }: { readonly request: object }) {
  return (
    <Disclosure small summary="What the check sends">
      <Ledger label="What the check sends">
        {Object.entries(request).map(([name, value]) => (
          <LedgerRow key={name} name={name} value={String(value)} mono />
        ))}
      </Ledger>
    </Disclosure>
  )
}
