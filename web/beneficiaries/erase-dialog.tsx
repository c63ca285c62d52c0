import { useState } from 'react'
import type { Beneficiary } from '#shared/api/beneficiary.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Actions } from '../ui/row.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { ActFailure } from './act-failure.tsx'
import { useAct } from './use-acts.ts'
import { t } from './words.ts'

export interface EraseDialogProps {
  readonly beneficiary: Beneficiary
  readonly onClose: () => void
}

/** Erasing cannot be undone, so it is asked twice and says what goes and what stays. */
export function EraseDialog({ beneficiary, onClose }: EraseDialogProps) {
  const erase = useAct(beneficiary)
  const announce = useAnnounce()
  const [isCertain, setIsCertain] = useState(false)
  const [isAsked, setIsAsked] = useState(false)

  async function press() {
    setIsAsked(true)
    if (!isCertain) return
    try {
      await erase.mutateAsync('erase')
      announce(t('erase.done'))
      onClose()
    } catch {
      // The failure stands in the dialog.
    }
  }

  return (
    <Dialog title={t('erase.title', { name: beneficiary.name })} onClose={onClose}>
      <p>{t('erase.goes')}</p>
      <p>{t('erase.stays')}</p>
      <TickField
        name="eraseCertain"
        label={t('erase.certain')}
        required
        value={isCertain}
        onChange={setIsCertain}
        error={isAsked && !isCertain ? t('erase.tickFirst') : undefined}
      />
      <ActFailure error={erase.error} />
      <Actions>
        <Button kind="danger" busy={erase.isPending} onClick={() => void press()}>
          {t('erase.forGood')}
        </Button>
        <Button onClick={onClose}>{t('erase.keep')}</Button>
      </Actions>
    </Dialog>
  )
}
