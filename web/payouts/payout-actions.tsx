import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Payout } from '#shared/api/payout.ts'
import { deleteJson } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'
import { t } from '../language/translate.ts'
import { focusHeading } from '../screen/page.tsx'
import { addressOf, paths } from '../screen/routes.ts'
import { Actions, Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/form.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { PayoutActionFailure } from './action-failure.tsx'
import { useIsSeenInFull } from './errors-to-fix.tsx'
import { isOnItsWay, PayAgain } from './pay-again.tsx'
import { useExport } from './use-export.ts'
import { usePayoutAction } from './use-payout.ts'

export interface PayoutActionsProps {
  readonly payout: Payout
  readonly version: number
}

/** The actions that the signed-in person can take on a payout; the next step comes first. */
export function PayoutActions({ payout, version }: PayoutActionsProps) {
  const [, navigate] = useLocation()
  const step = usePayoutAction(payout.id)
  const announce = useAnnounce()
  const can = (act: Payout['actions'][number]) => payout.actions.includes(act)
  const isSeen = useIsSeenInFull(payout)
  function take(act: 'submit' | 'withdraw') {
    const onSuccess = () => {
      // The button does not exist in the new state.
      focusHeading()
      announce(t(act === 'submit' ? 'payouts.page.spoken.submitted' : 'payouts.action.withdrawn'))
    }
    step.mutate({ step: { act }, version }, { onSuccess })
  }
  // A returned payout is usually changed first, but can be sent again unchanged.
  const isReturned = payout.state === 'returned'
  const takeOver = can('edit') && !isSeen && payout.state === 'draft' && (
    <Button
      busy={step.isPending}
      onClick={() =>
        step.mutate(
          { step: { act: 'take-over' }, version },
          { onSuccess: () => navigate(addressOf.editPayout(payout.id)) },
        )
      }
    >
      {t('payouts.action.takeOver')}
    </Button>
  )
  const edit = can('edit') && isSeen && (
    <Button kind={isReturned ? 'primary' : 'quiet'} onClick={() => navigate(addressOf.editPayout(payout.id))}>
      {t('payouts.action.edit')}
    </Button>
  )
  return (
    <>
      <Actions>
        {isReturned && edit}
        {can('submit') && (
          <Button kind={isReturned ? 'quiet' : 'primary'} busy={step.isPending} onClick={() => take('submit')}>
            {t('payouts.action.submit')}
          </Button>
        )}
        {can('approve') && (
          <Button kind="primary" onClick={() => navigate(addressOf.reviewPayout(payout.id))}>
            {t('payouts.action.review')}
          </Button>
        )}
        {can('export') && payout.state === 'approved' && (
          <Button kind="primary" onClick={() => navigate(paths.exports)}>
            {t('payouts.action.export')}
          </Button>
        )}
        {can('export') && payout.state === 'exported' && (
          <ExportAgain payoutId={payout.id} reference={payout.externalReference} />
        )}
        {!isReturned && edit}
        {takeOver}
        {can('withdraw') && (
          <Button busy={step.isPending} onClick={() => take('withdraw')}>
            {t('payouts.action.withdraw')}
          </Button>
        )}
        {payout.erasedAt === null && isOnItsWay(payout) && (
          <PayAgain beneficiaryId={payout.beneficiaryId}>{t('payouts.action.again')}</PayAgain>
        )}
        {can('delete') && <DeleteButton payout={payout} version={version} />}
      </Actions>
      <PayoutActionFailure error={step.error} />
    </>
  )
}

function DeleteButton({ payout: { id, externalReference }, version }: PayoutActionsProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [, navigate] = useLocation()
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const removal = useMutation({
    mutationFn: () => deleteJson(`/api/payouts/${id}`, { version }),
    onSuccess: async () => {
      navigate(paths.payouts)
      announce(t('payouts.action.deleted', { reference: externalReference }))
      await invalidateAll(queryClient)
    },
  })
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{t('payouts.action.delete')}</Button>
      {isAsking && (
        <FormDialog
          title={t('payouts.action.deleteTitle', { reference: externalReference })}
          description={t('payouts.action.whatGoes')}
          action={t('payouts.action.deleteIt')}
          kind="danger"
          cancel={t('payouts.action.keepIt')}
          isBusy={removal.isPending}
          failure={<PayoutActionFailure error={removal.error} />}
          onSubmit={() => removal.mutate()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

/** Exports a payout again, after a question: sending both files would pay twice. */
function ExportAgain({ payoutId, reference }: { readonly payoutId: string; readonly reference: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const exporting = useExport()
  const announce = useAnnounce()
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{t('exports.again.ask')}</Button>
      {isAsking && (
        <FormDialog
          title={t('exports.again.title', { reference })}
          description={t('exports.again.twice')}
          action={t('exports.again.ask')}
          isBusy={exporting.isPending}
          failure={<PayoutActionFailure error={exporting.error} />}
          onSubmit={() =>
            exporting.mutate(
              { payoutIds: [payoutId], format: 'json', again: true },
              {
                onSuccess: ({ count }) => {
                  setIsAsking(false)
                  announce(t('exports.approved.exported', { count }))
                },
              },
            )
          }
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
