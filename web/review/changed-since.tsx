import { useCallback, useState } from 'react'
import { warningId } from '#shared/api/issue.ts'
import type { RevealedPayout } from '#shared/api/payout.ts'
import { requestDifferences } from '#shared/payout/request-differences.ts'
import { receivedRequest } from '#shared/payout/sent-request.ts'
import { issueText } from '../language/issue-text.ts'
import { t } from '../language/translate.ts'
import { usePayout, useRevealedPayout } from '../payouts/use-payout.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/tone.tsx'
import type { ReviewVerdict } from './decision.tsx'
import { DifferenceList } from './differences.tsx'
import styles from './review.module.css'

export interface PayoutChangedSinceProps {
  readonly title: string
  /** What the person has seen, and what it is now. */
  readonly before: RevealedPayout
  readonly now: RevealedPayout
  /** Whether it responds to an action of the person, and so takes focus. */
  readonly isAnswer: boolean
  /** Acknowledges the change; undefined while the newest version is being fetched. */
  readonly onSeen: (() => void) | undefined
}

/** What has changed during the review. Nothing is approved before the reviewer has acknowledged it. */
export function ChangedSince({ title, before, now, isAnswer, onSeen }: PayoutChangedSinceProps) {
  const arrive = useCallback((box: HTMLElement | null) => (isAnswer ? box?.focus() : undefined), [isAnswer])
  const differences = requestDifferences(receivedRequest(before.request), receivedRequest(now.request))
  const raised = warningsOnlyIn(now, before)
  const gone = warningsOnlyIn(before, now)
  const isSame = differences.length + raised.length + gone.length === 0
  return (
    <section className={styles.changed} tabIndex={-1} ref={arrive} aria-label={title}>
      <Callout
        tone="warning"
        title={title}
        action={onSeen && <Button onClick={onSeen}>{t('review.changed.seen')}</Button>}
      >
        {onSeen === undefined && <p>{t('review.changed.fetching')}</p>}
        {onSeen !== undefined && isSame && <p>{t('review.changed.same')}</p>}
        {differences.length > 0 && (
          <DifferenceList label={t('review.changed.label')} differences={differences} of={now.entry} />
        )}
        {raised.map((warning) => (
          <p key={warningId(warning)}>{t('review.changed.raised', { warning: issueText(warning) })}</p>
        ))}
        {gone.map((warning) => (
          <p key={warningId(warning)}>{t('review.changed.gone', { warning: issueText(warning) })}</p>
        ))}
      </Callout>
    </section>
  )
}

function warningsOnlyIn(one: RevealedPayout, other: RevealedPayout): RevealedPayout['warnings'] {
  const known = new Set(other.warnings.map(warningId))
  return one.warnings.filter((warning) => !known.has(warningId(warning)))
}

/** A payout with its exact request: the present version, and the one that the reviewer has last acknowledged. */
export function useShownPayout(id: string) {
  const payout = usePayout(id)
  const revealed = useRevealedPayout(id, payout.data?.version ?? 0, payout.isSuccess)
  const [seen, setSeen] = useState<RevealedPayout>()
  const [refused, setRefused] = useState<ReviewVerdict>()
  const now = revealed.data
  if (seen === undefined && now !== undefined) setSeen(now)
  return {
    payout,
    revealed,
    seen,
    /** The action that was refused because something had changed. */
    refused,
    hasChanged: refused !== undefined || (seen !== undefined && now !== undefined && !isSame(seen, now)),
    isFetching: payout.isFetching || revealed.isFetching,
    refuse: setRefused,
    acknowledge() {
      setSeen(now)
      setRefused(undefined)
    },
  }
}

function isSame(one: RevealedPayout, other: RevealedPayout): boolean {
  return one.requestHash === other.requestHash && one.warningsHash === other.warningsHash
}
