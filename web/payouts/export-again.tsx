import { useState } from 'react'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Actions } from '../ui/row.tsx'
import { ActionFailure } from './action-failure.tsx'
import { useExport } from './use-export.ts'

/** Gives a payout out once more, after a question: whoever sends both files pays twice. */
export function ExportAgain({ payoutId, reference }: { readonly payoutId: string; readonly reference: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const exporting = useExport()
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{t('exports.again.ask')}</Button>
      {isAsking && (
        <Dialog
          title={t('exports.again.title', { reference })}
          description={t('exports.again.twice')}
          onClose={() => setIsAsking(false)}
        >
          <ActionFailure error={exporting.error} />
          <Actions>
            <Button
              kind="primary"
              busy={exporting.isPending}
              onClick={() =>
                exporting.mutate(
                  { payoutIds: [payoutId], format: 'json', again: true },
                  { onSuccess: () => setIsAsking(false) },
                )
              }
            >
              {t('exports.again.ask')}
            </Button>
            <Button onClick={() => setIsAsking(false)}>{t('exports.again.leave')}</Button>
          </Actions>
        </Dialog>
      )}
    </>
  )
}
