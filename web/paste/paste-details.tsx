import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { EntryDraft } from '#shared/payout/entry-draft.ts'
import { FirstHint } from '../hints/first-hint.tsx'
import { t } from '../language/translate.ts'
import { laterScreen } from '../screen/loading.tsx'
import { Button } from '../ui/button.tsx'
import { goToFieldOnceShown } from '../ui/error-summary.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { FormFilling } from './filled-notice.tsx'
import styles from './paste-details.module.css'
import { pictureIn } from './pasted-picture.ts'

// Loaded when it is needed: the reader knows every bank by name, which makes it large.
const PastePanel = laterScreen(async () => (await import('./paste-panel.tsx')).PastePanel)
const FilledNotice = laterScreen(async () => (await import('./filled-notice.tsx')).FilledNotice)

export interface PasteDetailsProps {
  /** The present form, with every country that was visited. */
  readonly current: () => EntryDraft
  /** Shows another form instead, and returns a function that restores the saved beneficiary that the first was about. */
  readonly onFill: (draft: EntryDraft, isOtherPerson: boolean) => () => void
}

interface Pasted {
  readonly text: string
  readonly picture: File | undefined
  readonly count: number
}

/** Fills in the form from a chat or mail text, as far as the person accepts what was read. */
export function PasteDetails({ current, onFill }: PasteDetailsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [filling, setFilling] = useState<{ readonly done: FormFilling; readonly restoreBeneficiary: () => void }>()
  const button = useRef<HTMLButtonElement>(null)
  const [pasted, setPasted] = useState<Pasted>({ text: '', picture: undefined, count: 0 })
  const announce = useAnnounce()

  const readPaste = useEffectEvent((event: ClipboardEvent) => {
    const picture = pictureIn(event.clipboardData)
    const text = event.clipboardData?.getData('text/plain') ?? ''
    const isMessage = picture !== undefined || (text.trim() !== '' && !takes(event.target, text))
    if (!isMessage || event.defaultPrevented || document.querySelector('dialog[open]') !== null) return
    event.preventDefault()
    setPasted(({ count }) => ({ text, picture, count: count + 1 }))
    setIsOpen(true)
  })
  // A paste outside of the fields, or of several lines into a one-line field, is a message: it is read, and nothing is filled in before the
  // person has seen it.
  useEffect(() => {
    document.addEventListener('paste', readPaste)
    return () => document.removeEventListener('paste', readPaste)
  }, [])

  function close() {
    setIsOpen(false)
    setPasted({ text: '', picture: undefined, count: 0 })
    button.current?.focus()
  }

  function fill(next: FormFilling) {
    const restoreBeneficiary = onFill(next.after, next.isOtherPerson)
    setFilling({ done: next, restoreBeneficiary })
    close()
    if (next.open !== undefined) goToFieldOnceShown(next.open)
    announce(t('paste.details.filled', { count: next.count }))
  }

  function undo() {
    if (filling === undefined) return
    onFill(filling.done.before, false)
    filling.restoreBeneficiary()
    setFilling(undefined)
    button.current?.focus()
    announce(t('paste.details.undone'))
  }

  return (
    <div className={styles.paste}>
      <Button small buttonRef={button} expanded={isOpen} onClick={() => (isOpen ? close() : setIsOpen(true))}>
        {t('paste.details.open')}
      </Button>
      {isOpen && (
        <Suspense fallback={<Skeleton lines={4} label={t('paste.details.loading')} />}>
          <PastePanel
            key={pasted.count}
            pasted={pasted.text}
            picture={pasted.picture}
            current={current}
            onFill={fill}
            onClose={close}
          />
        </Suspense>
      )}
      {!isOpen && filling !== undefined && (
        <Suspense>
          <FilledNotice filling={filling.done} onUndo={undo} />
        </Suspense>
      )}
    </div>
  )
}

/** Whether the focused element itself takes the paste. */
function takes(target: EventTarget | null, text: string): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('textarea, [contenteditable]') !== null) return true
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  return lines.length === 1 && target.closest('input:not([type=radio], [type=checkbox])') !== null
}

/** Shows people who open the form for the first time that it can read a pasted message. */
export function PasteHint() {
  return <FirstHint name="paste">{t('paste.hint.message')}</FirstHint>
}
