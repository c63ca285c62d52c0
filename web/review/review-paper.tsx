import type { ReactNode } from 'react'
import type { Payout } from '#shared/api/payout.ts'
import { countryName } from '../entry/country-options.ts'
import { shownName } from '../entry/masked.tsx'
import { amountWords } from '../entry/payout-words.ts'
import { t, tNode } from '../language/translate.ts'
import { ReturnNote } from '../payouts/return-note.tsx'
import { RevealedRequest } from '../payouts/revealed-request.tsx'
import { LoadFailure } from '../screen/load-failure.tsx'
import { Ago } from '../ui/ago.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Callout } from '../ui/tone.tsx'
import { ChangedSince } from './changed-since.tsx'
import { ConfirmedWarnings } from './confirmed-warnings.tsx'
import { CurrentValidations } from './current-validations.tsx'
import type { Decided } from './decided.ts'
import { Decision } from './decision.tsx'
import { Differences } from './differences.tsx'
import { Essentials } from './essentials.tsx'
import styles from './review.module.css'
import { useShownPayout } from './use-shown-payout.ts'

export interface ReviewPaperProps {
  readonly id: string
  /** Whether the person has gone on to it by a decision or a key, which leaves focus nowhere. */
  readonly takesFocus: boolean
  /** It was decided: on to the next one. */
  readonly onDone: (decided: Decided) => void
}

/** One payout as it will be sent: where the money goes, what speaks for and against it, and the decision. */
export function ReviewPaper({ id, takesFocus, onDone }: ReviewPaperProps) {
  const shown = useShownPayout(id)
  const { payout, revealed, seen } = shown
  if (payout.isError) return <LoadFailure what="payout" query={payout} />
  if (revealed.isError) return <LoadFailure what="request" query={revealed} />
  if (!payout.isSuccess || !revealed.isSuccess || seen === undefined)
    return <Skeleton lines={10} label={t('review.paper.loading')} />
  const { value } = payout.data
  const { data } = revealed
  return (
    <article className={styles.paper} aria-label={`${value.externalReference}, ${shownName(value)}`}>
      <Head payout={value} takesFocus={takesFocus && shown.refused === undefined} />
      {shown.hasChanged && (
        <ChangedSince
          title={t(`review.changedTitle.${shown.refused ?? 'look'}`)}
          before={seen}
          now={data}
          isAnswer={shown.refused !== undefined}
          onSeen={shown.isFetching ? undefined : shown.takeNote}
        />
      )}
      {value.state !== 'in_review' && (
        <Callout tone="info" title={t('review.paper.stateNow', { state: value.state })} />
      )}
      <ReturnNote payout={value} />
      <Essentials revealed={data} />
      <ConfirmedWarnings warnings={data.warnings} />
      <CurrentValidations payoutId={id} entry={data.entry} />
      <Differences since={data.sinceLastPayout} />
      <RevealedRequest revealed={data} isApproved={value.state === 'approved' || value.state === 'exported'} />
      {value.state === 'in_review' && (
        <Decision
          key={`${data.version} ${data.requestHash}`}
          payout={value}
          revealed={data}
          hasChanged={shown.hasChanged}
          onDone={onDone}
          onRefused={shown.refuse}
        />
      )}
    </article>
  )
}

interface HeadProps {
  readonly payout: Payout
  readonly takesFocus: boolean
}

function Head({ payout, takesFocus }: HeadProps) {
  return (
    <>
      <div className={styles.head}>
        <h2 tabIndex={-1} ref={takesFocus ? focus : undefined}>
          {shownName(payout)}
        </h2>
        <span className={styles.sum}>{amountWords(payout.amount, payout.currencyCode)}</span>
      </div>
      <p className={styles.quiet}>
        {countryName(payout.country)} · {payout.externalReference} · {whoEntered(payout)}
      </p>
    </>
  )
}

function whoEntered({ enteredBy, submittedAt }: Payout): ReactNode {
  const names = enteredBy.map(({ name }) => name).join(', ')
  if (submittedAt === null) return t('review.paper.entered', { names })
  return tNode('review.paper.enteredAndSent', { names, ago: () => <Ago at={submittedAt} /> })
}

function focus(heading: HTMLElement | null): void {
  heading?.focus()
}
