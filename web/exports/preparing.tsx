import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PayoutExport } from '#shared/api/export.ts'
import { deleteJson } from '../api/api.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { PayoutActionFailure } from '../payouts/action-failure.tsx'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf } from '../screen/routes.ts'
import { useMay } from '../session/use-may.tsx'
import { Button } from '../ui/button.tsx'
import { Code } from '../ui/name.tsx'
import { Callout } from '../ui/tone.tsx'
import { WorkProgress } from '../ui/work-progress.tsx'
import styles from './exports.module.css'

/** The progress of a large export, with a way to stop it: then no payout is exported. */
export function Preparing({ made: { id, count, marked, problem } }: { readonly made: PayoutExport }) {
  const queryClient = useQueryClient()
  const mayExport = useMay('export')
  const stopping = useMutation({
    mutationFn: () => deleteJson(`/api/exports/${encodeURIComponent(id)}`),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['exports'] }),
  })
  return (
    <div className={styles.preparing}>
      {problem !== null && (
        <Callout tone="error" title={t('exports.preparing.stuck')}>
          <p>{problemDetail(problem)}</p>
          <InTheWay ids={problem.ids ?? []} />
        </Callout>
      )}
      <WorkProgress label={t('exports.preparing.label')} done={marked} count={count}>
        {mayExport && (
          <Button small busy={stopping.isPending} onClick={() => stopping.mutate()}>
            {problem === null ? t('work.stop') : t('exports.preparing.again')}
          </Button>
        )}
      </WorkProgress>
      <PayoutActionFailure error={stopping.error} />
    </div>
  )
}

const mostShown = 5

/** Each as a link to it, by the beginning of its id. */
function InTheWay({ ids }: { readonly ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <p>
      {t('exports.preparing.inTheWay', { count: ids.length })}{' '}
      {ids.slice(0, mostShown).map((id) => (
        <AppLink key={id} to={addressOf.payout(id)}>
          <Code>{id.slice(0, 8)}</Code>{' '}
        </AppLink>
      ))}
      {ids.length > mostShown && '…'}
    </p>
  )
}
