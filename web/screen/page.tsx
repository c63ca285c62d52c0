import { type ReactNode, useEffect } from 'react'
import { useUnread } from '../api/queries.ts'
import { t } from '../language/translate.ts'
import { AppLink } from './app-link.tsx'
import styles from './page.module.css'
import { paths } from './routes.ts'

export interface PageProps {
  readonly title: string
  /** A heading other than the title: a person's name does not belong in the document's title, as a browser keeps titles in its history. */
  readonly heading?: ReactNode
  /** Puts "Error: " before the document's title, and before how much is unread. */
  readonly hasErrors?: boolean | undefined
  /** One sentence under the title. */
  readonly lead?: ReactNode
  /** Shown at the right of the title. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** One screen: its heading, also as the document's title, and its content. */
export function Page({ title, heading = title, hasErrors, lead, aside, children }: PageProps) {
  usePageTitle(title, hasErrors)
  return (
    <>
      <div className={styles.top}>
        <div className={styles.head}>
          <h1 tabIndex={-1} ref={focusOnArrival}>
            {heading}
          </h1>
          {aside}
        </div>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      </div>
      {children}
    </>
  )
}

/** Focuses the heading when the focused control disappeared after its action. */
export function focusHeading(): void {
  document.querySelector('h1')?.focus({ preventScroll: true })
}

let announcedPath = window.location.pathname

/** What had focus last. */
let focused: EventTarget | null = null

document.addEventListener('focusin', ({ target }) => {
  focused = target
})

/**
 * A change of screen within the page is silent for a screen reader, so the new heading takes focus. The first screen
 * does not: the browser has announced it, and a person may have begun to tab. Nor does a screen that was only loading,
 * unless what had focus went with the screen before, as at sign-in.
 */
function focusOnArrival(heading: HTMLHeadingElement | null) {
  if (heading === null) return
  const { pathname } = window.location
  const isLost = document.activeElement === document.body && focused instanceof Node && !focused.isConnected
  if (pathname !== announcedPath || isLost) heading.focus({ preventScroll: true })
  announcedPath = pathname
}

/** Sets the document's title, with how much is unread. With errors it begins with that word, which a screen reader says first. */
function usePageTitle(title: string, hasErrors = false): void {
  const unread = useUnread()
  const badge = unread > 0 ? `(${unread}) ` : ''
  const counted = `${badge}${title}`
  const whole = `${hasErrors ? t('app.page.withErrors', { title: counted }) : counted} · Payout Desk`
  // React's own <title> would come after the one of index.html, and the first wins.
  useEffect(() => {
    document.title = whole
  }, [whole])
}

/** For an address that leads nowhere. */
export function NotFound() {
  return (
    <Page title={t('app.notFound.title')} lead={t('app.notFound.lead')}>
      <AppLink to={paths.newPayout}>{t('app.notFound.newPayout')}</AppLink>
    </Page>
  )
}
