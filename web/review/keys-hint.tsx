import type { ReactNode } from 'react'
import { FirstHint } from '../hints/first-hint.tsx'
import { useIsNarrow } from '../ui/media.ts'
import { rich } from './words.ts'

/** Tells who reviews for the first time that it goes by keys; a phone has none. */
export function KeysHint() {
  if (useIsNarrow()) return null
  return <FirstHint name="review">{rich('hint.keys', { key: (parts: ReactNode) => <kbd>{parts}</kbd> })}</FirstHint>
}
