import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { EntryDraft } from '#shared/payout/entry-draft.ts'
import { FirstHint } from '../hints/first-hint.tsx'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { Filling } from './filled-notice.tsx'
import styles from './paste-details.module.css'

// The reader knows every bank by name: it loads when somebody has something to paste.
const PastePanel = lazy(async () => ({ default: (await import('./paste-panel.tsx')).PastePanel }))
const FilledNotice = lazy(async () => ({ default: (await import('./filled-notice.tsx')).FilledNotice }))

export interface PasteDetailsProps {
  /** The form as it stands, with every country that was visited. */
  readonly current: () => EntryDraft
  /** Shows another form in its place, and gives back what restores the saved beneficiary that it was about. */
  readonly onFill: (draft: EntryDraft, isSomebodyElse: boolean) => () => void
}

/** Fills the form in from a chat or mail text, as far as a person takes what was read. */
export function PasteDetails({ current, onFill }: PasteDetailsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [filling, setFilling] = useState<{ readonly done: Filling; readonly restoreBeneficiary: () => void }>()
  const button = useRef<HTMLButtonElement>(null)
  const [pasted, setPasted] = useState({ text: '', count: 0 })
  const announce = useAnnounce()

  const readPaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (text.trim() === '' || takes(event.target, text) || document.querySelector('dialog[open]') !== null) return
    event.preventDefault()
    setPasted(({ count }) => ({ text, count: count + 1 }))
    setIsOpen(true)
  })
  // Somebody who pastes beside the fields, or several lines into a field of one, has a message: it is read, and nothing is filled in unseen.
  useEffect(() => {
    document.addEventListener('paste', readPaste)
    return () => document.removeEventListener('paste', readPaste)
  }, [])

  function close() {
    setIsOpen(false)
    setPasted({ text: '', count: 0 })
    button.current?.focus()
  }

  function fill(next: Filling) {
    const restoreBeneficiary = onFill(next.after, next.isSomebodyElse)
    setFilling({ done: next, restoreBeneficiary })
    close()
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
          <PastePanel key={pasted.count} pasted={pasted.text} current={current} onFill={fill} onClose={close} />
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

/** Whether what is pasted goes into the place that has the focus. */
function takes(target: EventTarget | null, text: string): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('textarea, [contenteditable]') !== null) return true
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  return lines.length === 1 && target.closest('input:not([type=radio], [type=checkbox])') !== null
}

/** Tells who opens the form for the first time that it can fill itself. */
export function PasteHint() {
  return <FirstHint name="paste">{t('paste.hint.message')}</FirstHint>
}
