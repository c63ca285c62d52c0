import type { ReactNode } from 'react'
import { FirstHint } from '../hints/first-hint.tsx'
import { tNode } from '../language/translate.ts'
import { useIsNarrow } from '../ui/media.ts'

/** Above the lists: that nobody has to go through them. A phone has no such key, and the button in sight. */
export function PaletteHint() {
  if (useIsNarrow()) return null
  return (
    <FirstHint name="palette">
      {tNode('palette.hint.anywhere', { key: (parts: ReactNode) => <kbd>{parts}</kbd> })}
    </FirstHint>
  )
}
