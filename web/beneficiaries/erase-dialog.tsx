import { useState } from 'react'
import type { Beneficiary } from '#shared/api/beneficiary.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Actions } from '../ui/row.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { ActionFailure } from './action-failure.tsx'
import { InTheWay } from './in-the-way.tsx'
import { useAct } from './use-actions.ts'
import { useOpenPayouts } from './use-open-payouts.ts'

export interface EraseDialogProps {
  readonly beneficiary: Beneficiary
  readonly onClose: () => void
}

/** Erasing cannot be undone, so it says first what stands in the way; then it is asked twice, with what goes and what stays. */
export function EraseDialog({ beneficiary, onClose }: EraseDialogProps) {
  const open = useOpenPayouts(beneficiary.id)
  const erase = useAct(beneficiary)
  const announce = useAnnounce()
  const [isCertain, setIsCertain] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  // Where they cannot be had, or one was opened since, the server's own answer to erasing says so. Whoever has pressed keeps the
  // button, and with it the focus, also when the list is read again meanwhile.
  const isInTheWay = open.data !== undefined && open.data.items.length > 0 && erase.isIdle
  const isAsking = !open.isPending && !isInTheWay

  async function press() {
    setIsAsked(true)
    if (!isCertain) return
    try {
      await erase.mutateAsync('erase')
      announce(t('beneficiaries.erase.done'))
      onClose()
    } catch {
      // The failure stands in the dialog.
    }
  }

  return (
    <Dialog title={t('beneficiaries.erase.title', { name: beneficiary.name })} onClose={onClose}>
      <div role="status">
        {open.isPending && <Skeleton lines={4} label={t('beneficiaries.erase.looking')} />}
        {isInTheWay && <InTheWay open={open.data} />}
      </div>
      {isAsking && (
        <>
          <p>{t('beneficiaries.erase.goes')}</p>
          <p>{t('beneficiaries.erase.stays')}</p>
          <TickField
            name="eraseCertain"
            label={t('beneficiaries.erase.certain')}
            required
            value={isCertain}
            onChange={setIsCertain}
            error={isAsked && !isCertain ? t('beneficiaries.erase.tickFirst') : undefined}
          />
          <ActionFailure error={erase.error} />
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
