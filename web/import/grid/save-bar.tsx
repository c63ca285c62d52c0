import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import type { Batch } from '#shared/api/batch.ts'
import { reasonOf } from '../../api/api.ts'
import { invalidateAll } from '../../api/queries.ts'
import { t } from '../../language/translate.ts'
import { addressOf } from '../../screen/routes.ts'
import { useStore } from '../../state/store.ts'
import { Actions, Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { useAnnounce } from '../../ui/live-region.tsx'
import { Callout } from '../../ui/tone.tsx'
import { WorkProgress } from '../../ui/work-progress.tsx'
import type { RemoteSheet } from '../remote-sheet.ts'
import { auditAcceptedDamage, closeBatch, sendRows } from './batch-calls.ts'
import { downloadLeft, type LeftFormat } from './download-left.ts'
import styles from './save-bar.module.css'
import { createSaving, isUnderWay, type SaveState } from './save-rows.ts'

interface SaveBarProps {
  readonly sheet: RemoteSheet
  readonly batch: Batch
}

/** Saves the rows that are ready, offers the others as a file, and ends the sheet. */
export function SaveBar({ sheet, batch }: SaveBarProps) {
  const { rows } = useStore(sheet.summary)
  const saving = useMemo(
    () =>
      createSaving(
        sheet,
        {
          send: (chunk, key) => sendRows(batch.id, chunk, key),
          audit: (chunk) => auditAcceptedDamage(batch.id, chunk),
        },
        batch.id,
      ),
    [sheet, batch.id],
  )
  const state = useStore(saving.state)
  const announce = useAnnounce()
  const [isFinishing, setIsFinishing] = useState(false)
  const left = rows.given - rows.saved
  // Nothing is left to fix or save: the batch comes next.
  const isDone = rows.saved > 0 && rows.open + rows.refused === 0
  async function save() {
    await saving.start()
    const end = saving.state.get()
    if (end.kind === 'stopped') announce(t('sheet.save.done', { saved: end.done - end.refused, refused: end.refused }))
  }
  const isSaving = isUnderWay(state)
  return (
    <div className={styles.bar}>
      <Outcome state={state} onStop={saving.stop} />
      <Actions>
        {(!isDone || isSaving) && (
          <Button
            kind="primary"
            busy={isSaving}
            unavailable={rows.ready === 0 && !isSaving ? t('sheet.save.nothing') : undefined}
            onClick={() => void save()}
          >
            {t('sheet.save', { count: rows.ready })}
          </Button>
        )}
        {left > 0 && <LeftButtons sheet={sheet} batch={batch} count={left} />}
        {rows.saved > 0 && !isSaving && (
          <Button kind={isDone ? 'primary' : 'quiet'} onClick={() => setIsFinishing(true)}>
            {t('sheet.finish')}
          </Button>
        )}
      </Actions>
      {isFinishing && <Finish sheet={sheet} batch={batch} onClose={() => setIsFinishing(false)} />}
    </div>
  )
}

interface LeftButtonsProps extends SaveBarProps {
  readonly count: number
}

/** As a workbook, in which codes keep their zeros, or as CSV. */
function LeftButtons({ sheet, batch, count }: LeftButtonsProps) {
  const download = (format: LeftFormat) => () => void downloadLeft(sheet, batch.name, format)
  return (
    <>
      <Button onClick={download('xlsx')}>{t('sheet.left.xlsx', { count })}</Button>
      <Button onClick={download('csv')}>{t('sheet.left.csv')}</Button>
    </>
  )
}

/** The progress of saving, or how it ended. */
function Outcome({ state, onStop }: { readonly state: SaveState; readonly onStop: () => void }) {
  if (state.kind === 'idle') return null
  if (state.kind !== 'stopped')
    return (
      <WorkProgress label={t('sheet.save.saving')} done={state.done} count={state.of}>
        {state.kind === 'saving' && <Button onClick={onStop}>{t('work.stop')}</Button>}
      </WorkProgress>
    )
  if (state.failure !== undefined)
    return (
      <Callout tone="error" title={t('sheet.save.failed', { reason: reasonOf(state.failure) })}>
        <p>{t('sheet.save.safe', { done: state.done - state.refused })}</p>
      </Callout>
    )
  return <p>{t('sheet.save.done', { saved: state.done - state.refused, refused: state.refused })}</p>
}

interface FinishProps extends SaveBarProps {
  readonly onClose: () => void
}

/** Asks for confirmation, as rows that are not saved are lost with the sheet. */
function Finish({ sheet, batch, onClose }: FinishProps) {
  const { rows } = useStore(sheet.summary)
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  const left = rows.given - rows.saved
  const finishing = useMutation({
    async mutationFn() {
      await sheet.requireNewest()
      await closeBatch(batch.id, { refused: rows.open + rows.refused, skipped: rows.skipped })
    },
    onSuccess() {
      void invalidateAll(queryClient)
      navigate(addressOf.batch(batch.id))
    },
  })
  const { error } = finishing
  return (
    <FormDialog
      title={t('sheet.finish.title', { saved: rows.saved })}
      description={t('sheet.finish.left', { count: left })}
      action={t('sheet.finish')}
      cancel={t('sheet.finish.back')}
      isBusy={finishing.isPending}
      failure={error === null ? undefined : t('sheet.finish.failed', { reason: reasonOf(error) })}
      more={left > 0 && <LeftButtons sheet={sheet} batch={batch} count={left} />}
      onSubmit={() => finishing.mutate()}
      onClose={onClose}
    />
  )
}
