import { lazy, Suspense, useRef, useState } from 'react'
import type { EntryDraft } from '#shared/payout/entry-draft.ts'
import { loadLaterWords } from '../language/catalog.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

// Loaded when it is pressed: the reader knows every bank by name.
const PasteReader = lazy(async () => {
  const [{ PasteReader }] = await Promise.all([import('./paste-reader.tsx'), loadLaterWords()])
  return { default: PasteReader }
})

interface PasteProps {
  readonly draft: EntryDraft
  readonly onFill: (draft: EntryDraft) => void
}

/** Fills the form in from a text, such as a bank's app shares. */
export function Paste({ draft, onFill }: PasteProps) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const announce = useAnnounce()

  function close() {
    setIsOpen(false)
    button.current?.focus()
  }

  return (
    <div>
      <Button small buttonRef={button} expanded={isOpen} onClick={() => (isOpen ? close() : setIsOpen(true))}>
        {t('payee.paste.open')}
      </Button>
      {isOpen && (
        <Suspense fallback={<Skeleton lines={4} label={t('payee.paste.open')} />}>
          <PasteReader
            draft={draft}
            onFill={(filled, count) => {
              onFill(filled)
              close()
              announce(t('payee.paste.filled', { count }))
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
