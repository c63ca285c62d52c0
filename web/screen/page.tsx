import type { ReactNode } from 'react'
import styles from './page.module.css'
import { usePageTitle } from './page-title.ts'

export interface PageProps {
  readonly title: string
  /** The document's title where the heading is somebody's name: a browser keeps titles in its history. */
  readonly documentTitle?: string | undefined
  /** Puts "Error: " before the document's title. */
  readonly hasErrors?: boolean | undefined
  /** One sentence under the title. */
  readonly lead?: ReactNode
  /** What stands at the right of the title. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** One screen: its heading, also as the document's title, and its content. */
export function Page({ title, documentTitle = title, hasErrors, lead, aside, children }: PageProps) {
  usePageTitle(documentTitle, hasErrors)
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

let announcedPath = window.location.pathname

/** Whether the heading that has just gone had focus. */
let hadFocus = false

/**
 * A change of screen within the page is silent for a screen reader, so the new heading takes focus. The first screen
 * does not: the browser has announced it, and a person may have begun to tab. Nor does a screen that was only loading.
 */
function focusOnArrival(heading: HTMLHeadingElement) {
  const { pathname } = window.location
  if (pathname !== announcedPath || hadFocus) heading.focus({ preventScroll: true })
  announcedPath = pathname
  hadFocus = false
  return () => {
    hadFocus = document.activeElement === heading
  }
}
