import type { BatchApproval, ReviewLine } from '#shared/api/batch-review.ts'
import { ShownName } from '../entry/payout-words.tsx'
import { numberWords } from '../language/formats.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf } from '../screen/routes.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Code } from '../ui/name.tsx'
import styles from './batch-act-dialog.module.css'
import { useSecondsLeft } from './outcome.tsx'

export interface BatchOutcomeProps {
  readonly act: BatchApproval
  /** The payouts as they were shown, to name those that were refused. */
  readonly lines: readonly ReviewLine[]
  readonly onUndo: () => void
  readonly onClose: () => void
}

/** The result of an approval: what was refused and why, and for ten seconds a way to undo it. */
export function BatchOutcome({ act, lines, onUndo, onClose }: BatchOutcomeProps) {
  const { refused, refusedCount, undoUntil } = act
  const seconds = useSecondsLeft(undoUntil === null ? 0 : Date.parse(undoUntil))
  const byId = new Map(lines.map((line) => [line.id, line]))
  return (
    <>
      {refusedCount > 0 && (
        <>
          <p>{t('review.batch.refused', { count: refusedCount })}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys scroll what has focus */}
          <section className={styles.candidates} aria-label={t('review.batch.refusedLabel')} tabIndex={0}>
            <ul className={styles.left}>
              {refused.map(({ id, problem }) => (
                <li key={id}>
                  <RefusedName line={byId.get(id)} id={id} /> {problemDetail(problem)}
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
      <Actions>
        <Button kind="primary" onClick={onClose}>
          {t('review.all.close')}
        </Button>
        {seconds > 0 && (
          <Button onClick={onUndo}>
            {t('review.batch.undo')}{' '}
            <span aria-hidden>{numberWords(seconds, { style: 'unit', unit: 'second', unitDisplay: 'short' })}</span>
          </Button>
        )}
      </Actions>
    </>
  )
}

function RefusedName({ line, id }: { readonly line: ReviewLine | undefined; readonly id: string }) {
  if (line === undefined) return <AppLink to={addressOf.payout(id)}>{t('review.batch.aPayout')}</AppLink>
  return (
    <>
      <AppLink to={addressOf.payout(id)}>
        <Code>{line.externalReference}</Code>
      </AppLink>{' '}
      <ShownName of={line} />
    </>
  )
}
