import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PayoutExport } from '#shared/api/export.ts'
import { deleteJson } from '../api/api.ts'
import { t } from '../language/translate.ts'
import { PayoutActionFailure } from '../payouts/action-failure.tsx'
import { useMay } from '../session/use-may.tsx'
import { Actions, Button } from '../ui/button.tsx'
import styles from './exports.module.css'

/** The progress of a large export, with a way to stop it: then no payout is exported. */
export function Preparing({ made: { id, count, marked } }: { readonly made: PayoutExport }) {
  const queryClient = useQueryClient()
  const mayExport = useMay('export')
  const stopping = useMutation({
    mutationFn: () => deleteJson(`/api/exports/${encodeURIComponent(id)}`),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['exports'] }),
  })
  return (
    <div className={styles.preparing}>
      <progress max={count} value={marked} aria-label={t('exports.preparing.label')} />
      <span>{t('exports.preparing.marked', { marked, count })}</span>
      {mayExport && (
        <Actions>
          <Button small busy={stopping.isPending} onClick={() => stopping.mutate()}>
            {t('exports.preparing.stop')}
          </Button>
        </Actions>
      )}
      <PayoutActionFailure error={stopping.error} />
    </div>
  )
}
