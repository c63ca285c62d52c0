import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { Payout } from '#shared/api/payout.ts'
import { amountWords, shownName } from '../entry/payout-words.tsx'
import { t } from '../language/translate.ts'
import { useReviewKeys } from '../palette/review-keys.ts'
import { focusHeading, Page } from '../screen/page.tsx'
import { Button } from '../ui/button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { useIsNarrow } from '../ui/media.ts'
import { decidedWords, type ReviewDecision } from './decision.tsx'
import { ReviewKeysHelp } from './keys-hint.tsx'
import { LastDecision } from './outcome.tsx'
import type { Comments } from './return-form.tsx'
import styles from './review.module.css'
import { ReviewPaper } from './review-paper.tsx'

export type PayoutVersion = Pick<Payout, 'id' | 'version'>

type ListedItem = Pick<Payout, 'id'>

type OpenItem = Pick<Payout, 'id' | 'name' | 'amount' | 'currencyCode' | 'erasedAt' | 'tampered'>

/** What was decided on this screen: its lists still have it as it was loaded before that. */
export function useDecisions() {
  const [last, setLast] = useState<ReviewDecision>()
  const [decided, setDecided] = useState<readonly PayoutVersion[]>([])
  return {
    last,
    count: decided.length,
    isOpen: ({ id, version }: PayoutVersion) => !decided.some((one) => one.id === id && version <= one.version),
    add: (...payouts: readonly PayoutVersion[]) => setDecided([...decided, ...payouts]),
    decide(one: ReviewDecision) {
      setLast(one)
      setDecided([...decided, one])
    },
    undo(one: ReviewDecision) {
      setLast(undefined)
      setDecided(decided.filter((other) => other !== one))
    },
  }
}

/** Payouts in review, of which one is open. */
export interface ReviewedList {
  readonly items: readonly ListedItem[]
  readonly openId: string | undefined
  /** The open one; undefined while it is not loaded. */
  readonly opened: OpenItem | undefined
  /** The place of the open one; -1 where it is not among the items. */
  readonly place: number
  /** Whether that place is still searched for beyond what is loaded. */
  readonly isSought: boolean
  readonly hasMore: boolean
  /** The position of the open one in words. */
  readonly position: string
  readonly open: (id: string | undefined, isReplacing: boolean) => void
}

export interface ReviewScreenProps {
  readonly title: string
  readonly lead?: ReactNode
  /** Next to the title. */
  readonly links?: ReactNode
  /** Above the list. */
  readonly head: ReactNode
  readonly decisions: ReturnType<typeof useDecisions>
  readonly list: ReviewedList
  /** The list; undefined where there is none. `leave` goes on from payouts that were decided at once. */
  readonly column: ((leave: (payouts: readonly PayoutVersion[], words: string) => void) => ReactNode) | undefined
  readonly foot?: ReactNode
}

/** Reviews a list of payouts, of the queue or of a batch: the list on the left, the exact request of one on the right. */
export function ReviewScreen({ title, lead, links, head, decisions, list, column, foot }: ReviewScreenProps) {
  const { items, openId } = list
  const { last } = decisions
  const [comments] = useState<Comments>(() => new Map())
  const isNarrow = useIsNarrow()
  const announce = useAnnounce()
  const isTapped = useTapped(openId, isNarrow)
  const { broughtTo, bring, goOn } = useSteps(list, isTapped)
  const paper = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (broughtTo !== undefined) paper.current?.focus({ preventScroll: true })
  }, [broughtTo])

  function reviewAgain(undone: ReviewDecision) {
    comments.set(undone.id, undone.comment)
    decisions.undo(undone)
    bring(undone.id, true)
    announce(t('review.undo.done', { reference: undone.reference }))
  }
  function leave(payouts: readonly PayoutVersion[], words: string) {
    decisions.add(...payouts)
    const rest = items.filter((item) => !payouts.some(({ id }) => id === item.id))
    if (payouts.some(({ id }) => id === openId)) goOn(rest, words)
    else announce(words)
  }

  return (
    <Page
      title={title}
      lead={lead}
      aside={
        <>
          {links}
          {last && <LastDecision key={last.id} decided={last} onUndone={() => reviewAgain(last)} />}
        </>
      }
    >
      {head}
      {column !== undefined && (
        <>
          <div className={styles.review}>
            {column(leave)}
            {openId !== undefined && (
              <div className={styles.desk} tabIndex={-1} ref={paper}>
                {isNarrow && (
                  <p>
                    <Button kind="link" onClick={() => list.open(undefined, false)}>
                      {t('review.queue.back')}
                    </Button>
                  </p>
                )}
                <ReviewPaper
                  key={openId}
                  id={openId}
                  takesFocus={isTapped || broughtTo === openId}
                  comments={comments}
                  onDone={(decided) => {
                    decisions.decide(decided)
                    goOn(
                      items.filter(({ id }) => id !== openId),
                      decidedWords(decided),
                    )
                  }}
                />
              </div>
            )}
          </div>
          <ReviewKeysHelp />
        </>
      )}
      {foot}
    </Page>
  )
}

/** Whether the open one was opened from the list on a phone, where it takes the place of the list. Focus returns to its line. */
function useTapped(openId: string | undefined, isNarrow: boolean): boolean {
  const before = useRef(openId)
  const [hasSeenList, setHasSeenList] = useState(openId === undefined)
  if (openId === undefined && !hasSeenList) setHasSeenList(true)
  useEffect(() => {
    const left = before.current
    before.current = openId
    if (!isNarrow || openId !== undefined || left === undefined) return
    const line = document.querySelector<HTMLElement>(`main li a[href*="${CSS.escape(left)}"]`)
    if (line === null) focusHeading()
    else line.focus()
  }, [openId, isNarrow])
  return isNarrow && hasSeenList && openId !== undefined
}

/** Goes through the list, by key and after each decision: reading continues at the name of the payout that one is brought to. */
function useSteps(list: ReviewedList, isTapped: boolean) {
  const { items, opened, openId, place, isSought, hasMore, position, open } = list
  const [broughtTo, setBroughtTo] = useState<string>()
  const announce = useAnnounce()
  // A decided payout leaves the list; the next one takes its place.
  const lastPlace = useRef(0)
  useEffect(() => {
    if (place >= 0) lastPlace.current = place
  }, [place])
  // The decision is announced together with the payout that is opened after it: one message would cut off the other.
  const unannounced = useRef('')
  useOpenedSpoken(openId === undefined ? undefined : opened, position, unannounced, isTapped)
  function bring(id: string | undefined, isReplacing: boolean) {
    setBroughtTo(id)
    open(id, isReplacing)
  }
  useStepKeys({
    // The next payout has taken the place of one that left the list.
    next: items[place < 0 ? lastPlace.current : place + 1],
    previous: items[(place < 0 ? lastPlace.current : place) - 1],
    isReady: !isSought,
    hasMore,
    go: (to) => to !== undefined && bring(to.id, false),
  })
  return {
    broughtTo,
    bring,
    goOn(rest: readonly ListedItem[], words: string) {
      const next = rest[Math.min(lastPlace.current, rest.length - 1)]
      if (next === undefined) announce(`${words} ${t('review.nothing.title')}`)
      else unannounced.current = words
      bring(next?.id, true)
    },
  }
}

interface ReviewSteps {
  readonly next: ListedItem | undefined
  readonly previous: ListedItem | undefined
  readonly isReady: boolean
  /** More is loading. */
  readonly hasMore: boolean
  readonly go: (to: ListedItem | undefined) => void
}

/** J and K. At the end of what is loaded, J takes effect once more is loaded. */
function useStepKeys({ next, previous, isReady, hasMore, go }: ReviewSteps): void {
  const [isWaiting, setIsWaiting] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next payout arrives once
  useEffect(() => {
    if (!isWaiting || next === undefined) return
    setIsWaiting(false)
    go(next)
  }, [isWaiting, next])
  useReviewKeys({
    ...(isReady && {
      next: () => (next === undefined && hasMore ? setIsWaiting(true) : go(next)),
      previous: () => {
        setIsWaiting(false)
        go(previous)
      },
    }),
  })
}

/** Announces which payout was opened: a screen reader does not notice changes outside the list. */
function useOpenedSpoken(
  opened: OpenItem | undefined,
  position: string,
  unannounced: RefObject<string>,
  isTapped: boolean,
): void {
  const announce = useAnnounce()
  const spoken = useRef(opened?.id)
  useEffect(() => {
    if (opened === undefined || opened.id === spoken.current) return
    const isArrival = spoken.current === undefined && unannounced.current === '' && !isTapped
    spoken.current = opened.id
    const amount = amountWords(opened.amount, opened.currencyCode)
    if (!isArrival) announce(`${unannounced.current} ${shownName(opened)}, ${amount}. ${position}.`.trim())
    unannounced.current = ''
  }, [opened, position, unannounced, isTapped, announce])
}
