import type { ReactNode } from 'react'
import { FirstHint } from '../hints/first-hint.tsx'
import { useIsNarrow } from '../ui/media.ts'
import { rich } from './words.ts'

/** Above the lists: that nobody has to go through them. A phone has no such key, and the button in sight. */
export function PaletteHint() {
  if (useIsNarrow()) return null
  return (
    <FirstHint name="palette">{rich('hint.anywhere', { key: (parts: ReactNode) => <kbd>{parts}</kbd> })}</FirstHint>
  )
}
