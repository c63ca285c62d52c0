import type { ReactNode } from 'react'
import type { ReviewLine } from '#shared/api/batch-review.ts'
import { grades } from '#shared/api/warning-codes.ts'
import { t } from '../language/translate.ts'
import { approvalsWords, shortly } from '../payouts/approvals-way.tsx'
import { FactMarks } from '../payouts/fact-marks.tsx'
import type { PayoutWithFacts } from '../payouts/use-marks.ts'
import { classNames } from '../ui/class-names.ts'
import { QuestionIcon, ReturnIcon } from '../ui/icons.tsx'
import { type Tone, ToneIcon, toneClass } from '../ui/tone.tsx'
import { gradeTones } from '../validations/grade-tones.ts'
import styles from './review-marks.module.css'

export type ReviewItem = PayoutWithFacts | ReviewLine

/** What a reviewer is to know of a payout before it is opened: why it needs eyes first, the facts in words, the rest as icons. */
export function ReviewMarks({ of: item }: { readonly of: ReviewItem }) {
  return (
    <>
      {reasonMarks(item).map((mark) => (
        <Mark key={mark.words} {...mark} />
      ))}
      <FactMarks facts={factsBesides(item)} />
      {otherMarks(item).map((mark) => (
        <Mark key={mark.words} {...mark} />
      ))}
    </>
  )
}

interface ReviewMark {
  readonly words: string
  readonly tone: Tone
  /** The icon of the tone by default. */
  readonly icon?: ReactNode
  /** The most serious reason is in words. */
  readonly isWritten?: boolean
}

function reasonMarks(item: ReviewItem): readonly ReviewMark[] {
  if (!('reasons' in item)) return []
  return item.reasons.map((reason, place) => ({
    words: t(`review.batch.why.${reason}`),
    tone: reasonTones[reason],
    isWritten: place === 0,
  }))
}

/** A reason says already that it is the first payout. */
function factsBesides(item: ReviewItem) {
  return 'reasons' in item ? item.facts.filter((fact) => fact !== 'first') : item.facts
}

function otherMarks(item: ReviewItem): readonly ReviewMark[] {
  const { comment, warnings } = 'reasons' in item ? { comment: null, warnings: undefined } : item
  const ways = approvalsWords(item)
  const marks: readonly (ReviewMark | false)[] = [
    ways !== undefined && { words: ways, tone: 'neutral', icon: <span aria-hidden>{shortly(item)}</span> },
    comment !== null && { words: t('review.queue.returnedBefore'), tone: 'neutral', icon: <ReturnIcon /> },
    item.testMode && { words: t('review.queue.testMode'), tone: 'sandbox' },
    ...warningKinds.map((kind) => {
      const count = warnings?.[kind] ?? 0
      const words = t(`payouts.marks.${kind}`, { count })
      if (kind === 'unconfirmed') return count > 0 && { words, tone: 'warning' as const, icon: <QuestionIcon /> }
      return count > 0 && { words, tone: gradeTones[kind] }
    }),
  ]
  return marks.filter((mark) => mark !== false)
}

const warningKinds = [...grades, 'unconfirmed'] as const

const reasonTones: Readonly<Record<ReviewLine['reasons'][number], Tone>> = {
  compliance: 'error',
  serious: 'warning',
  unconfirmed: 'warning',
  new: 'info',
  changed: 'warning',
  big: 'info',
}

/** An icon for what a line has no room to put in words. */
function Mark({ words, tone, icon = <ToneIcon tone={tone} />, isWritten = false }: ReviewMark) {
  return (
    <span title={words} className={classNames(styles.mark, toneClass(tone))}>
      {icon} <span className={isWritten ? undefined : 'sr-only'}>{words}</span>
    </span>
  )
}
