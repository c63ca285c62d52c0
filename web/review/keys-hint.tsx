import type { ReactNode } from 'react'
import { FirstHint } from '../hints/first-hint.tsx'
import { tNode } from '../language/translate.ts'
import { useIsNarrow } from '../ui/media.ts'

/** Tells who reviews for the first time that it goes by keys; a phone has none. */
export function KeysHint() {
  if (useIsNarrow()) return null
  return (
    <FirstHint name="review">{tNode('review.hint.keys', { key: (parts: ReactNode) => <kbd>{parts}</kbd> })}</FirstHint>
  )
}
