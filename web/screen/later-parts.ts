import { useEffect } from 'react'
import { loadLaterWords } from '../language/catalog.ts'
import { renderAfterPaint } from '../ui/after-paint.ts'
import { applyLaterStyles } from './styles.ts'

/** Loads what no first visit shows, the words and the styles of all other screens. */
async function loadLaterParts(): Promise<void> {
  await Promise.all([loadLaterWords(), applyLaterStyles()])
}

/** Loads something, and with it what it says and looks like. */
export function withLaterParts<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return async () => (await Promise.all([load(), loadLaterParts()]))[0]
}

/** Loads both ahead of the screen that wants it, once the first screen is ready to be worked with: it waits for none of this. */
export function useLaterPartsAhead(isReady: boolean): void {
  useEffect(() => {
    // The screen that wants it tries it again.
    if (isReady) renderAfterPaint(() => void loadLaterParts().catch(() => undefined))
  }, [isReady])
}
