import { type ReactNode, useState } from 'react'
import { FirstHint } from '../hints/first-hint.tsx'
import { t, tNode } from '../language/translate.ts'
import { KeysHelp } from '../palette/keys-help.tsx'
import { useReviewKeys } from '../palette/review-keys.ts'
import { useSingleKeysOn } from '../palette/single-keys.ts'
import { Button } from '../ui/button.tsx'
import { useIsNarrow } from '../ui/media.ts'

/** Shows people who review for the first time that it works by keys. A phone has none, and they can be turned off. */
export function KeysHint() {
  const isOn = useSingleKeysOn()
  if (useIsNarrow() || !isOn) return null
  return (
    <div className="for-keys">
      <FirstHint name="review">
        {tNode('review.hint.keys', { key: (parts: ReactNode) => <kbd>{parts}</kbd> })}
      </FirstHint>
    </div>
  )
}

/** The keys of the review; by ? or the button. */
export function ReviewKeysHelp() {
  const [isOpen, setIsOpen] = useState(false)
  const isOn = useSingleKeysOn()
  useReviewKeys({ help: () => setIsOpen(true) })
  return (
    <>
      <span className="for-keys">
        <Button kind="link" small onClick={() => setIsOpen(true)}>
          {t(isOn ? 'palette.review.open' : 'palette.keys.title')}
        </Button>
      </span>
      {isOpen && <KeysHelp onClose={() => setIsOpen(false)} />}
    </>
  )
}
