import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Batch } from '#shared/api/batch.ts'
import { reasonOf } from '../../api/api.ts'
import { invalidateAll } from '../../api/queries.ts'
import { problemDetail } from '../../language/problem-text.ts'
import { t } from '../../language/translate.ts'
import { ListProgress } from '../../screen/list-progress.tsx'
import { addressOf, paths } from '../../screen/routes.ts'
import { useStore } from '../../state/store.ts'
import { Actions, Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { Callout, Note } from '../../ui/tone.tsx'
import { useAnnounced } from '../../ui/work-progress.tsx'
import type { RemoteSheet } from '../remote-sheet.ts'
import { closeBatch } from './batch-calls.ts'
import { downloadLeft, type LeftFormat } from './download-left.ts'
import type { RowSaving } from './row-saving.ts'
import styles from './save-bar.module.css'

interface SheetOfBatch {
  readonly sheet: RemoteSheet
  readonly batch: Batch
}

interface SaveBarProps extends SheetOfBatch {
  readonly saving: RowSaving
}

/** Saves the rows that are ready, offers the others as drafts or as a file, and ends the sheet. */
export function SaveBar({ sheet, batch, saving }: SaveBarProps) {
  const { rows } = useStore(sheet.summary)
  const [isFinishing, setIsFinishing] = useState(false)
  const left = rows.given - rows.saved
  const { isUnderWay } = saving
  // Nothing is left to fix or save: the batch comes next.
  const isDone = rows.saved > 0 && rows.open + rows.refused === 0
  return (
    <div className={styles.bar}>
      {isUnderWay && <ListProgress label={t('sheet.save.saving')} count={rows.ready} list={saving.list} />}
      {isUnderWay && saving.list.job && <Note>{t('sheet.save.goesOn')}</Note>}
      {!isUnderWay && <Outcome {...saving} />}
      <Actions>
        {(!isDone || isUnderWay) && (
          <Button
            kind="primary"
            busy={isUnderWay}
            unavailable={rows.ready === 0 && !isUnderWay ? t('sheet.save.nothing') : undefined}
            onClick={saving.start}
          >
            {t('sheet.save', { count: rows.ready })}
          </Button>
        )}
        {rows.draftable > 0 && !isUnderWay && (
          <Button onClick={saving.startDrafts}>{t('sheet.save.drafts', { count: rows.draftable })}</Button>
        )}
        {left > 0 && <LeftButtons sheet={sheet} batch={batch} count={left} />}
        {rows.saved > 0 && !isUnderWay && (
          <Button kind={isDone ? 'primary' : 'quiet'} onClick={() => setIsFinishing(true)}>
            {t('sheet.finish')}
          </Button>
        )}
      </Actions>
      {isFinishing && <Finish sheet={sheet} batch={batch} onClose={() => setIsFinishing(false)} />}
    </div>
  )
}

interface LeftButtonsProps extends SheetOfBatch {
  readonly count: number
  readonly kind?: 'primary'
}

/** As a workbook, in which codes keep their zeros, or as CSV. */
function LeftButtons({ sheet, batch, count, kind }: LeftButtonsProps) {
  const download = (format: LeftFormat) => () => void downloadLeft(sheet, batch.name, format)
  return (
    <>
      <Button {...(kind && { kind })} onClick={download('xlsx')}>
        {t('sheet.left.xlsx', { count })}
      </Button>
      <Button onClick={download('csv')}>{t('sheet.left.csv')}</Button>
    </>
  )
}

/** How saving ended. */
function Outcome({ list: { job }, answers, failure }: RowSaving) {
  const refused = answers.filter((answer) => 'refusal' in answer).length
  const saved = answers.length - refused
  const words = job && t('sheet.save.done', { saved, refused })
  const why = failure
    ? t('sheet.save.failed', { reason: reasonOf(failure) })
    : job?.problem && problemDetail(job.problem)
  useAnnounced(why ? undefined : words)
  if (!why) return words === undefined ? null : <p>{words}</p>
  return (
    <Callout tone="error" title={why}>
      <p>{t('sheet.save.safe', { done: saved })}</p>
    </Callout>
  )
}

interface FinishProps extends SheetOfBatch {
  readonly onClose: () => void
}

/** Asks for confirmation, as rows that are not saved are lost with the sheet: they can be downloaded first. */
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
      navigate(batch.makes === 'beneficiaries' ? paths.beneficiaries : addressOf.batch(batch.id))
    },
  })
  const { error } = finishing
  return (
    <FormDialog
      title={t('sheet.finish.title', { saved: rows.saved })}
      description={t('sheet.finish.left', { count: left })}
      action={t('sheet.finish')}
      kind={left > 0 ? 'danger' : 'primary'}
      cancel={t('sheet.finish.back')}
      isBusy={finishing.isPending}
      failure={error === null ? undefined : t('sheet.finish.failed', { reason: reasonOf(error) })}
      onSubmit={() => finishing.mutate()}
      onClose={onClose}
    >
      {left > 0 && (
        <Actions>
          <LeftButtons sheet={sheet} batch={batch} count={left} kind="primary" />
        </Actions>
      )}
    </FormDialog>
  )
}
