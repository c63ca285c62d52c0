import { type RefObject, useEffect, useState } from 'react'
import type { WarningConfirmations } from '#shared/api/entry.ts'
import { warningId } from '#shared/api/issue.ts'
import type { Payout, RevealedPayout } from '#shared/api/payout.ts'
import { givesReason } from '#shared/api/texts.ts'
import { askedOfReviewer } from '#shared/api/warning.ts'
import { GradeBadge } from '../entry/warning-marks.tsx'
import { alike } from '../language/issue-text.ts'
import { t } from '../language/translate.ts'
import { warningWords } from '../payouts/details-changed.tsx'
import { useSession } from '../session/use-session.ts'
import { Actions, Button } from '../ui/button.tsx'
import { TextAreaField } from '../ui/text-field.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { Note } from '../ui/tone.tsx'
import { DecisionPanel } from './decision-panel.tsx'
import type { Comments } from './return-form.tsx'
import styles from './review.module.css'
import { useSignsApprovals } from './sign-approvals.ts'
import { ConfirmedBy, leastConfirmed, type RevealedWarning, WarnedOf } from './standing-warnings.tsx'

export interface ApprovalProps {
  readonly payout: Payout
  readonly warnings: RevealedPayout['warnings']
  readonly comments: Comments
  readonly titleRef: RefObject<HTMLHeadingElement | null>
  readonly isBusy: boolean
  readonly whyNot: string | undefined
  readonly onApprove: (confirmed: WarningConfirmations) => void
  readonly onCancel: () => void
}

/** The second step of an approval. Focus begins on the title, where a space or a letter does nothing. */
export function ApprovalStep(props: ApprovalProps) {
  const { payout, warnings, comments, titleRef, isBusy, onApprove, onCancel } = props
  const isSeen = useIsSeen()
  const isSigned = useSignsApprovals()
  const isCompliance = warnings.some(({ grade }) => grade === 'compliance')
  const isOnTrust = useSession().data?.signIn === 'local' && isCompliance
  const { confirmed, isTicked, tick, reasonOf, giveReason, missing } = useConfirmations(payout.id, warnings, comments)
  const whyNot = props.whyNot ?? missing
  // After a stray key, Enter does not approve, as the person may be typing. A compliance warning always takes more than a key.
  const [isStray, setIsStray] = useState(false)
  const isByEnter = !isStray && !isCompliance
  const isReady = isSeen && whyNot === undefined && !isBusy
  useEffect(() => titleRef.current?.focus(), [titleRef])
  return (
    <DecisionPanel
      title={t('review.approval.title')}
      payout={payout}
      titleRef={titleRef}
      onEnter={isReady && isByEnter ? () => onApprove(confirmed) : undefined}
      onStray={() => setIsStray(true)}
      onCancel={onCancel}
    >
      {warnings.length > 0 && (
        <ul className={styles.confirmations} aria-label={t('review.approval.warnings')}>
          {alike(warnings).map((group, place) => {
            const warning = leastConfirmed(group)
            return (
              <li key={warningId(warning)}>
                {askedOf(warning) === 'tick' && (
                  <TickField
                    name={`warning-${place}`}
                    label={warningWords(warning)}
                    description={<Standing warning={warning} />}
                    required
                    value={group.every((one) => askedOf(one) !== 'tick' || isTicked(one))}
                    onChange={(value) => tick(group, value)}
                    explanation={
                      <div>
                        <WarnedOf warnings={group.filter(isOfBeneficiary)} />
                      </div>
                    }
                  />
                )}
                {askedOf(warning) !== 'tick' && (
                  <p>
                    {warningWords(warning)} <Standing warning={warning} />
                  </p>
                )}
                {askedOf(warning) === 'reason' && (
                  <TextAreaField
                    name={`reason-${place}`}
                    label={t('review.approval.reason')}
                    lines={2}
                    value={reasonOf(warning)}
                    onChange={(reason) => giveReason(group, reason)}
                  />
                )}
              </li>
            )
          })}
        </ul>
      )}
      {isOnTrust && <Note>{t('review.approval.onTrust', { needed: payout.approvalsNeeded })}</Note>}
      {isSigned && <Note>{t('review.approval.signed')}</Note>}
      <Actions>
        <Button
          kind="primary"
          busy={isBusy}
          unavailable={whyNot}
          shortcut={isByEnter ? { key: 'Enter', isReady } : undefined}
          onClick={() => onApprove(confirmed)}
        >
          {t('review.decision.approve')}
        </Button>
        <Button onClick={onCancel}>{t('review.decision.cancel')}</Button>
      </Actions>
    </DecisionPanel>
  )
}

function Standing({ warning }: { readonly warning: RevealedWarning }) {
  return (
    <>
      <GradeBadge grade={warning.grade} /> <ConfirmedBy warning={warning} />
    </>
  )
}

/** What else warnings are about is to be seen above. */
function isOfBeneficiary({ params }: RevealedWarning): boolean {
  return params.beneficiaryId !== undefined
}

function askedOf({ grade, confirmedBy }: RevealedWarning) {
  return askedOfReviewer(grade, confirmedBy !== null)
}

/** The confirmations of this question, and the reasons, which are kept after it is closed, as comments are. */
function useConfirmations(payoutId: string, warnings: RevealedPayout['warnings'], comments: Comments) {
  const keyOf = (warning: RevealedWarning) => `${payoutId} ${warningId(warning)}`
  const [ticks, setTicks] = useState<ReadonlySet<string>>(new Set())
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(
    () => new Map(warnings.map((warning) => [warningId(warning), comments.get(keyOf(warning)) ?? ''])),
  )
  const isTicked = (warning: RevealedWarning) => ticks.has(warningId(warning))
  const reasonOf = (warning: RevealedWarning) => reasons.get(warningId(warning)) ?? ''
  const toTick = alike(warnings.filter((warning) => askedOf(warning) === 'tick' && !isTicked(warning))).length
  const toWrite = alike(warnings.filter((one) => askedOf(one) === 'reason' && !givesReason(reasonOf(one)))).length
  return {
    isTicked,
    reasonOf,
    tick(group: readonly RevealedWarning[], value: boolean) {
      const ids = group.filter((warning) => askedOf(warning) === 'tick').map(warningId)
      const others = [...ticks].filter((id) => !ids.includes(id))
      setTicks(new Set(value ? [...others, ...ids] : others))
    },
    giveReason(group: readonly RevealedWarning[], reason: string) {
      for (const warning of group) comments.set(keyOf(warning), reason)
      setReasons(new Map([...reasons, ...group.map((warning) => [warningId(warning), reason] as const)]))
    },
    /** What is missing before it can be approved. */
    missing: toTick + toWrite === 0 ? undefined : t('review.approval.missing', { toTick, toWrite }).trim(),
    confirmed: warnings.flatMap((warning): WarningConfirmations => {
      const asked = askedOf(warning)
      if (asked === undefined) return []
      const id = { warningId: warningId(warning) }
      return [asked === 'reason' ? { ...id, reason: reasonOf(warning).trim() } : id]
    }),
  }
}

/** How long a question has to be in sight before a key answers it, in ms: "a" and Enter at once do not come from a person. */
const seenAfterMs = 300

function useIsSeen(): boolean {
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSeen(true), seenAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isSeen
}
