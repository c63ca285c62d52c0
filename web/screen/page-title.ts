import { useEffect } from 'react'
import { t } from '../language/translate.ts'

/** Sets the document's title. One that has errors begins with that word, which a screen reader says first. */
export function usePageTitle(title: string, hasErrors = false): void {
  const whole = pageTitle(title, hasErrors)
  // React's own <title> would stand beside the one of index.html, and the first wins.
  useEffect(() => {
    document.title = whole
  }, [whole])
}

export function pageTitle(title: string, hasErrors: boolean): string {
  return `${hasErrors ? t('app.page.withErrors', { title }) : title} · Payout Desk`
}
