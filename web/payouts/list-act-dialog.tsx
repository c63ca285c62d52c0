import { useState } from 'react'
import { type ExportFormat, exportFormats } from '#shared/api/export.ts'
import type { StatedOutcome } from '#shared/api/outcome.ts'
import type { Payout } from '#shared/api/payout.ts'
import { showsNothing } from '#shared/api/texts.ts'
import { totalsOf } from '#shared/payout/totals.ts'
import { Amount, ShownName } from '../entry/payout-words.tsx'
import { t } from '../language/translate.ts'
import { OutcomeChoice } from '../outcomes/outcome-choice.tsx'
import { AppLink } from '../screen/app-link.tsx'
import { ListProgress } from '../screen/list-progress.tsx'
import { addressOf } from '../screen/routes.ts'
import { Actions, Button } from '../ui/button.tsx'
import { ChoiceField } from '../ui/choice-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Code } from '../ui/name.tsx'
import { TextAreaField } from '../ui/text-field.tsx'
import { Callout, Note } from '../ui/tone.tsx'
import { type PayoutLeftOut, type SelectionAct, useListAct } from './list-act.ts'
import styles from './select-payouts.module.css'
import { formatNames } from './use-export.ts'

export interface ListActDialogProps {
  readonly act: SelectionAct
  readonly payouts: readonly Payout[]
  /** Called on closing, with whether anything was done. */
  readonly onClose: (hasActed: boolean) => void
}

/** Acts on several payouts at once: the question, the progress, and what was refused. */
export function ListActDialog({ act, payouts, onClose }: ListActDialogProps) {
  const { stage, list, ...take } = useListAct(act, payouts)
  const [comment, setComment] = useState('')
  const [outcome, setOutcome] = useState<StatedOutcome>()
  const [format, setFormat] = useState<ExportFormat>('json')
  const title =
    stage.at === 'done'
      ? t('payouts.select.result', { act, count: stage.count })
      : t('payouts.select.question', { act, count: stage.at === 'running' ? stage.count : payouts.length })
  const lacking =
    (act === 'return' && showsNothing(comment) && t('review.return.lacking')) ||
    (act === 'outcome' && outcome === undefined && t('outcomes.choose')) ||
    undefined
  function send() {
    if (act === 'export') take.export(format)
    else if (lacking === undefined) take.act({ comment: comment.trim(), outcome })
  }
  const isClosable = stage.at !== 'running' || list.job?.state === 'paused'
  const close = isClosable ? () => onClose(stage.at === 'done') : undefined
  return (
    <Dialog key={stage.at} title={title} onClose={close} wide>
      {stage.at === 'asking' && (
        <>
          <p className={styles.totals}>
            {totalsOf(payouts).map((total) => (
              <span key={total.currencyCode}>
                <Amount {...total} />
              </span>
            ))}
          </p>
          {act === 'delete' && <Note>{t('payouts.select.whatGoes')}</Note>}
          {act === 'return' && (
            <TextAreaField
              name="comment"
              label={t('review.return.label')}
              lines={3}
              value={comment}
              onChange={setComment}
              onSend={send}
              optional={false}
            />
          )}
          {act === 'outcome' && (
            <>
              <OutcomeChoice outcome={outcome} onChange={setOutcome} />
              <Note>{t('outcomes.ownWord')}</Note>
            </>
          )}
          {act === 'export' && (
            <ChoiceField
              name="format"
              label={t('exports.approved.format')}
              value={format}
              onChange={(value) => setFormat(exportFormats.find((found) => found === value) ?? 'json')}
              choices={exportFormats.map((value) => ({ value, label: formatNames[value] }))}
            />
          )}
          <div role="alert">
            {stage.whyNot !== undefined && (
              <Callout tone="error" title={t('payouts.step.failed', { reason: stage.whyNot })} />
            )}
          </div>
          <Actions>
            <Button kind="primary" unavailable={lacking} onClick={send}>
              {t('payouts.select.act', { act })}
            </Button>
            <Button onClick={close}>{t('review.decision.cancel')}</Button>
          </Actions>
        </>
      )}
      {stage.at === 'running' && (
        <ListProgress label={title} count={stage.count} list={list}>
          <Button onClick={close}>{t('review.all.close')}</Button>
        </ListProgress>
      )}
      {stage.at === 'done' && (
        <>
          {stage.whyNot !== undefined && <Callout tone="error" title={stage.whyNot} />}
          <Refused refused={stage.refused} payouts={payouts} />
          <Actions>
            <Button kind="primary" onClick={close}>
              {t('review.all.close')}
            </Button>
          </Actions>
        </>
      )}
    </Dialog>
  )
}

interface RefusedListProps {
  readonly refused: readonly PayoutLeftOut[]
  readonly payouts: readonly Payout[]
}

function Refused({ refused, payouts }: RefusedListProps) {
  if (refused.length === 0) return null
  const byId = new Map(payouts.map((payout) => [payout.id, payout]))
  return (
    <>
      <p>{t('payouts.select.refused', { count: refused.length })}</p>
      <ul className={styles.refused}>
        {refused.map(({ id, why }) => {
          const payout = byId.get(id)
          return (
            <li key={id}>
              {payout && (
                <>
                  <AppLink to={addressOf.payout(id)}>
                    <Code>{payout.externalReference}</Code>
                  </AppLink>{' '}
                  <ShownName of={payout} />, <Amount {...payout} />:{' '}
                </>
              )}
              {why}
            </li>
          )
        })}
      </ul>
    </>
  )
}
