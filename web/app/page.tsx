import type { ReactNode } from 'react'
import styles from './page.module.css'
import { usePageTitle } from './page-title.ts'

export interface PageProps {
  readonly title: string
  /** Puts "Error: " before the document's title. */
  readonly hasErrors?: boolean | undefined
  /** One sentence under the title. */
  readonly lead?: ReactNode
  /** What stands at the right of the title. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** One screen: its heading, also as the document's title, and its content. */
export function Page({ title, hasErrors, lead, aside, children }: PageProps) {
  usePageTitle(title, hasErrors)
  return (
    <>
      <div className={styles.top}>
        <div className={styles.head}>
          <h1 tabIndex={-1} ref={focusOnArrival}>
            {title}
          </h1>
          {aside}
        </div>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      </div>
      {children}
    </>
  )
}

let isFirstScreen = true

/**
 * A change of screen within the page is silent for a screen reader, so the new heading takes focus. The first screen
 * does not: the browser has announced it, and a person may have begun to tab.
 */
function focusOnArrival(heading: HTMLHeadingElement) {
  if (!isFirstScreen) heading.focus({ preventScroll: true })
  return () => {
    isFirstScreen = false
  }
}
