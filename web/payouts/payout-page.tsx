import { useState } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { Payout } from '#shared/api/payout.ts'
import type { Versioned } from '../api/api.ts'
import { shownName } from '../entry/masked.tsx'
import { amountWords, nextStep, stateLabel, stateTones } from '../entry/payout-words.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { LoadFailure } from '../screen/load-failure.tsx'
import { Page } from '../screen/page.tsx'
import { addressOf, paths } from '../screen/routes.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Badge, Callout } from '../ui/tone.tsx'
import { PayoutActions } from './payout-actions.tsx'
import { PayoutFacts } from './payout-facts.tsx'
import styles from './payout-page.module.css'
import { ReturnNote } from './return-note.tsx'
import { RevealedRequest } from './revealed-request.tsx'
import { usePayout, useRevealedPayout } from './use-payout.ts'

/** One payout: how it stands, what can be done with it, and on request the exact request. */
export function PayoutPage({ id }: { readonly id: string }) {
  const payout = usePayout(id)
  const value = payout.data?.value
  return (
    <Page
      title={
        value === undefined
          ? t('payouts.page.payout')
          : `${shownName(value)} · ${amountWords(value.amount, value.currencyCode)}`
      }
      documentTitle={value?.externalReference}
      lead={value?.externalReference}
      aside={value && <StateBadge payout={value} />}
    >
      {payout.isSuccess && <Content payout={payout.data} />}
      {payout.isPending && <Skeleton lines={8} label={t('payouts.page.loading')} />}
      {payout.isError && <LoadFailure what="payout" query={payout} />}
    </Page>
  )
}

function StateBadge({ payout: { state } }: { readonly payout: Payout }) {
  return <Badge tone={stateTones[state]}>{stateLabel(state)}</Badge>
}

function Content({ payout: { value: payout, version } }: { readonly payout: Versioned<Payout> }) {
  const { whyNotApprove, state } = payout
  return (
    <div className={styles.page}>
      <Saved />
      <ReturnNote payout={payout} />
      <p className={styles.next}>{whyNotApprove === null ? nextStep(state) : problemDetail(whyNotApprove)}</p>
      <PayoutActions payout={payout} version={version} />
      <PayoutFacts payout={payout} />
      <ExactRequest payout={payout} version={version} />
      <p>
        <AppLink to={addressOf.activityOf(payout.id)}>{t('payouts.page.activity')}</AppLink>
      </p>
    </div>
  )
}

/** What the form that led here has done. */
function Saved() {
  const [, navigate] = useLocation()
  const state: unknown = useHistoryState()
  const saved = typeof state === 'object' && state !== null && 'saved' in state ? state.saved : undefined
  if (saved !== 'submitted' && saved !== 'draft') return null
  return (
    <Callout
      tone="success"
      title={t(saved === 'submitted' ? 'payouts.page.submitted' : 'payouts.page.savedAsDraft')}
      action={
        <Button kind="primary" onClick={() => navigate(`${paths.newPayout}?draft=${crypto.randomUUID()}`)}>
          {t('payouts.page.enterAnother')}
        </Button>
      }
    />
  )
}

function ExactRequest({ payout: { id, state }, version }: { readonly payout: Payout; readonly version: number }) {
  const [isWanted, setIsWanted] = useState(false)
  const revealed = useRevealedPayout(id, version, isWanted)
  return (
    <section className={styles.request} aria-label={t('payouts.page.request')}>
      <h2>{t('payouts.page.request')}</h2>
      {!isWanted && (
        <>
          <p className={styles.next}>{t('payouts.page.inFull')}</p>
          <Button onClick={() => setIsWanted(true)}>{t('payouts.page.showRequest')}</Button>
        </>
      )}
      {isWanted && revealed.isPending && <Skeleton lines={6} label={t('payouts.request.loading')} />}
      {revealed.isError && <LoadFailure what="request" query={revealed} />}
      {revealed.isSuccess && (
        <RevealedRequest revealed={revealed.data} isApproved={state === 'approved' || state === 'exported'} />
      )}
    </section>
  )
}
