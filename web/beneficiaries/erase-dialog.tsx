import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Beneficiary } from '#shared/api/beneficiary.ts'
import type { Payout, PayoutState } from '#shared/api/payout.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import { postJson } from '../api/api.ts'
import { BeneficiaryActionFailure } from '../entry/beneficiary-action-failure.tsx'
import { Amount, stateLabel } from '../entry/payout-words.tsx'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf } from '../screen/routes.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Code } from '../ui/name.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { Callout } from '../ui/tone.tsx'
import { useErase } from './beneficiary-calls.ts'

export interface EraseDialogProps {
  readonly beneficiary: Beneficiary
  readonly onClose: () => void
}

/** Erasing cannot be undone: first the dialog shows the payouts that prevent it, then it says what goes and what stays, and asks twice. */
export function EraseDialog({ beneficiary, onClose }: EraseDialogProps) {
  const open = useOpenPayouts(beneficiary.id)
  const erase = useErase(beneficiary)
  const announce = useAnnounce()
  const [isCertain, setIsCertain] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  // If the payouts cannot be loaded, or one was opened since, the server refuses to erase. After a click the button stays, and keeps focus,
  // even if the list is refetched.
  const isBlocked = open.data !== undefined && open.data.items.length > 0 && erase.isIdle
  const isAsking = !open.isPending && !isBlocked
  const waiting = open.data?.waiting ?? 0

  async function press() {
    setIsAsked(true)
    if (!isCertain) return
    try {
      const { draftsOfOthers } = await erase.mutateAsync()
      announce(t('beneficiaries.erase.done', { draftsOfOthers }))
      onClose()
    } catch {
      // The dialog shows the failure.
    }
  }

  return (
    <Dialog title={t('beneficiaries.erase.title', { name: beneficiary.name })} onClose={onClose}>
      <div role="status">
        {open.isPending && <Skeleton lines={4} label={t('beneficiaries.erase.looking')} />}
        {isBlocked && <BlockingPayouts open={open.data} />}
      </div>
      {isAsking && (
        <>
          <p>{t('beneficiaries.erase.goes')}</p>
          {waiting > 0 && <p>{t('beneficiaries.erase.payoutsGo', { count: waiting })}</p>}
          <p>{t('beneficiaries.erase.stays')}</p>
          <TickField
            name="eraseCertain"
            label={t('beneficiaries.erase.certain')}
            required
            value={isCertain}
            onChange={setIsCertain}
            error={isAsked && !isCertain ? t('beneficiaries.erase.tickFirst') : undefined}
          />
          <BeneficiaryActionFailure error={erase.error} />
        </>
      )}
      <Actions>
        {isAsking && (
          <Button kind="danger" busy={erase.isPending} onClick={() => void press()}>
            {t('beneficiaries.erase.forGood')}
          </Button>
        )}
        <Button onClick={onClose}>{t('beneficiaries.erase.keep')}</Button>
      </Actions>
    </Dialog>
  )
}

/** The payouts that have to end before the person can be erased, each with its state and a link. */
function BlockingPayouts({ open: { items, hasMore } }: { readonly open: OpenPayouts }) {
  return (
    <Callout tone="warning" title={t('beneficiaries.erase.notYet')}>
      <p>{t('beneficiaries.erase.endThem')}</p>
      <ul>
        {items.map(({ id, externalReference, amount, currencyCode, state }) => (
          <li key={id}>
            <AppLink to={addressOf.payout(id)}>
              <Code>{externalReference}</Code>
            </AppLink>{' '}
            · <Amount amount={amount} currencyCode={currencyCode} /> · {stateLabel(state)}
          </li>
        ))}
      </ul>
      {hasMore && <p>{t('beneficiaries.erase.andMore')}</p>}
    </Callout>
  )
}

interface OpenPayouts {
  readonly items: readonly Payout[]
  /** There are more than these. */
  readonly hasMore: boolean
  /** How many drafts and returned ones go with the beneficiary. */
  readonly waiting: number
}

/**
 * The person's payouts in review or approved: while there are any, the server refuses to erase. Refetched whenever this window gets focus,
 * as they are ended on other pages.
 */
function useOpenPayouts(beneficiaryId: string) {
  return useQuery({
    queryKey: ['payouts', 'open', beneficiaryId],
    queryFn: ({ signal }) => readOpen(beneficiaryId, signal),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    gcTime: 0,
  })
}

async function readOpen(beneficiaryId: string, signal: AbortSignal): Promise<OpenPayouts> {
  const search = (state: PayoutState, page = {}) =>
    postJson('/api/payout-searches', { beneficiaryId, state, ...page }, payoutPageSchema, { signal })
  const count = (state: PayoutState) => search(state, { totals: true, limit: 1 })
  const [pages, waiting] = await Promise.all([
    Promise.all([search('in_review'), search('approved')]),
    Promise.all([count('draft'), count('returned')]),
  ])
  const counts = waiting.flatMap(({ totals }) => totals ?? []).map(({ count: some }) => some)
  return {
    waiting: counts.reduce((sum, count) => sum + count, 0),
    items: pages.flatMap(({ items }) => items),
    hasMore: pages.some(({ nextCursor }) => nextCursor !== null),
  }
}
