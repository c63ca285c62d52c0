import { useEffect } from 'react'

/** Sets the document's title. One that has errors begins with "Error: ", which a screen reader says first. */
export function usePageTitle(title: string, hasErrors = false): void {
  // React's own <title> would stand beside the one of index.html, and the first wins.
  useEffect(() => {
    document.title = pageTitle(title, hasErrors)
  }, [title, hasErrors])
}

export function pageTitle(title: string, hasErrors: boolean): string {
  return `${hasErrors ? 'Error: ' : ''}${title} · Payout Desk`
}
