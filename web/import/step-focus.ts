import { useEffect, useRef } from 'react'
import { t } from '../language/translate.ts'
import { focusHeading } from '../screen/page.tsx'
import { useAnnounced } from '../ui/work-progress.tsx'

/** Announces that a file is read, and then `words`; focuses the heading where a step of a screen took away what had focus. */
export function useStepFocus(step: string, isReading: boolean, words?: string): void {
  const seen = useRef(step)
  useEffect(() => {
    if (seen.current !== step && document.activeElement === document.body) focusHeading()
    seen.current = step
  }, [step])
  useAnnounced(isReading ? t('import.busy.reading') : words)
}
