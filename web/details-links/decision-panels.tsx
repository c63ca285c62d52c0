import { type ReactNode, type RefObject, useState } from 'react'
import type { ReceivedSubmission } from '#shared/api/details-links.ts'
import { warningId } from '#shared/api/issue.ts'
import { showsNothing } from '#shared/api/texts.ts'
import { type Language, languages } from '#shared/language/languages.ts'
import { GradeBadge } from '../entry/warning-marks.tsx'
import { alike, issueText } from '../language/issue-text.ts'
import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { fieldId } from '../ui/field.tsx'
import { QuestionPanel } from '../ui/question-panel.tsx'
import { TextAreaField } from '../ui/text-field.tsx'
import { TickField } from '../ui/tick-field.tsx'
import styles from './received-details.module.css'

/** What a person did about what came. */
export interface LinkDecision {
  readonly act: 'accept' | 'return' | 'refuse'
}

interface PanelProps {
  readonly about: ReactNode
  readonly titleRef: RefObject<HTMLHeadingElement | null>
  readonly isBusy: boolean
  readonly onCancel: () => void
}

interface AcceptPanelProps extends PanelProps {
  readonly warnings: ReceivedSubmission['warnings']
  readonly isNew: boolean
  readonly onAccept: () => void
}

/** The warnings are confirmed one by one before anything is saved. */
export function AcceptPanel({ warnings, isNew, isBusy, onAccept, onCancel, ...panel }: AcceptPanelProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  // After a stray key, Enter does not accept, as the person may be typing.
  const [isStray, setIsStray] = useState(false)
  const groups = alike(warnings)
  const missing = groups.some((group) => !ticked.has(warningId(group[0]))) ? t('detailsLinks.accept.first') : undefined
  const isReady = missing === undefined && !isBusy
  function tick(id: string, isTicked: boolean) {
    setTicked(new Set(isTicked ? [...ticked, id] : [...ticked].filter((one) => one !== id)))
  }
  return (
    <QuestionPanel
      title={t('detailsLinks.accept.title')}
      {...panel}
      onEnter={isReady && !isStray ? onAccept : undefined}
      onStray={() => setIsStray(true)}
      onCancel={onCancel}
    >
      <p>{t('detailsLinks.accept.means', { isNew: String(isNew) })}</p>
      {groups.length > 0 && (
        <ul className={styles.ticks}>
          {groups.map((group, place) => {
            const id = warningId(group[0])
            return (
              <li key={id}>
                <TickField
                  name={`received-${place}`}
                  label={issueText(group[0])}
                  description={
                    <>
                      {t('detailsLinks.accept.confirm')} <GradeBadge grade={group[0].grade} />
                    </>
                  }
                  required
                  value={ticked.has(id)}
                  onChange={(isTicked) => tick(id, isTicked)}
                />
              </li>
            )
          })}
        </ul>
      )}
      <Actions>
        <Button
          kind="primary"
          busy={isBusy}
          unavailable={missing}
          shortcut={{ key: 'Enter', isReady: isReady && !isStray }}
          onClick={onAccept}
        >
          {t('detailsLinks.accept.do')}
        </Button>
        <Button onClick={onCancel}>{t('ui.form.cancel')}</Button>
      </Actions>
    </QuestionPanel>
  )
}

/** The field that takes focus. */
export const commentName = 'detailsComment'

interface ReturnPanelProps extends PanelProps {
  readonly language: Language
  readonly onReturn: (comment: string) => void
}

/** What the beneficiary is to correct, in their words. */
export function ReturnPanel({ language, isBusy, onReturn, onCancel, ...panel }: ReturnPanelProps) {
  const [comment, setComment] = useState('')
  const [isLacking, setIsLacking] = useState(false)
  function send() {
    if (!showsNothing(comment)) return onReturn(comment.trim())
    setIsLacking(true)
    document.getElementById(fieldId(commentName))?.focus()
  }
  return (
    <QuestionPanel title={t('detailsLinks.return.title')} {...panel} onCancel={onCancel}>
      <TextAreaField
        name={commentName}
        label={t('detailsLinks.return.comment')}
        hint={t('detailsLinks.return.hint', { language: languages[language] })}
        value={comment}
        onChange={setComment}
        lines={3}
        onSend={send}
        error={isLacking && showsNothing(comment) ? t('detailsLinks.return.missing') : undefined}
        optional={false}
      />
      <Actions>
        <Button kind="primary" busy={isBusy} onClick={send}>
          {t('detailsLinks.return.do')}
        </Button>
        <Button onClick={onCancel}>{t('ui.form.cancel')}</Button>
      </Actions>
    </QuestionPanel>
  )
}

interface RefusePanelProps extends PanelProps {
  readonly onRefuse: () => void
}

/** Nothing of what was sent is left after this. */
export function RefusePanel({ isBusy, onRefuse, onCancel, ...panel }: RefusePanelProps) {
  return (
    <QuestionPanel title={t('detailsLinks.refuse.title')} {...panel} onCancel={onCancel}>
      <p>{t('detailsLinks.refuse.means')}</p>
      <Actions>
        <Button kind="danger" busy={isBusy} onClick={onRefuse}>
          {t('detailsLinks.refuse.do')}
        </Button>
        <Button onClick={onCancel}>{t('ui.form.cancel')}</Button>
      </Actions>
    </QuestionPanel>
  )
}
