import { type ReactNode, useId, useState } from 'react'
import { Drawer } from './dialog.tsx'
import { ChevronIcon } from './icons.tsx'
import { useIsNarrow } from './media.ts'
import { deferRenderUntilClick } from './press.ts'
import styles from './split-view.module.css'

export interface SplitViewProps {
  /** The left column: the form or list that the person works on. */
  readonly children: ReactNode
  /** The right column: the result. Up to 900 px a drawer behind a bar at the bottom. */
  readonly panel: ReactNode
  readonly panelTitle: string
  /** The state of the panel in a few words, for the bar: "2 to fix". */
  readonly panelSummary: ReactNode
  /** The primary button, for the bar; on wide screens the left has its own. */
  readonly barAction?: ReactNode
}

/** Two columns: the left one scrolls, the right one stays. */
export function SplitView({ children, panel, panelTitle, panelSummary, barAction }: SplitViewProps) {
  const isNarrow = useIsNarrow()
  const titleId = useId()
  return (
    <div className={styles.split}>
      <div className={styles.main} ref={keepFocusInSight}>
        {children}
      </div>
      {isNarrow ? (
        <PanelBar title={panelTitle} summary={panelSummary} action={barAction} panel={panel} />
      ) : (
        <aside className={styles.panel} aria-labelledby={titleId}>
          <h2 id={titleId}>{panelTitle}</h2>
          {panel}
        </aside>
      )}
    </div>
  )
}

interface PanelBarProps {
  readonly title: string
  readonly summary: ReactNode
  readonly action: ReactNode
  readonly panel: ReactNode
}

function PanelBar({ title, summary, action, panel }: PanelBarProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <div className={styles.bar} ref={publishPinnedHeight}>
        <button type="button" className={styles.open} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          <span className="sr-only">{title}: </span>
          <span className={styles.summary}>{summary}</span>
          <span className={styles.up}>
            <ChevronIcon />
          </span>
        </button>
        {action}
      </div>
      {isOpen && (
        <Drawer title={title} onClose={() => setIsOpen(false)}>
          <div className={styles.panelContent}>{panel}</div>
        </Drawer>
      )}
    </>
  )
}

/**
 * A ref for what is pinned to the lower edge of the screen: publishes its height, so that focused or linked elements are scrolled clear of
 * it (theme.css). One at a time. A change restyles the whole page, so a successor of the same height publishes nothing.
 */
export function publishPinnedHeight(element: HTMLDivElement): () => void {
  pinned = element
  const observer = new ResizeObserver(() => {
    // On a phone the bar of a form is not pinned, but flows with it.
    if (getComputedStyle(element).position !== 'static') publish(`${element.offsetHeight}px`)
  })
  observer.observe(element)
  return () => {
    observer.disconnect()
    setTimeout(() => pinned === element && publish(undefined))
  }
}

let pinned: HTMLDivElement | undefined
let published: string | undefined

function publish(height: string | undefined): void {
  if (height === published) return
  published = height
  const { style } = document.documentElement
  if (height === undefined) style.removeProperty('--pinned-height')
  else style.setProperty('--pinned-height', height)
  showFocused()
}

/**
 * A ref for a form. Keeps the focused field and its messages clear of what is pinned to the edges of the screen, also when a message or the
 * bar grows. A field that has been scrolled out of view is left there.
 */
function keepFocusInSight(form: HTMLDivElement): () => void {
  const observer = new ResizeObserver(() => deferRenderUntilClick(showFocused))
  function follow({ target }: FocusEvent) {
    observer.disconnect()
    const field = target instanceof Element && target.closest('[data-field]')
    if (field) observer.observe(field)
  }
  form.addEventListener('focusin', follow)
  return () => {
    observer.disconnect()
    form.removeEventListener('focusin', follow)
  }
}

function showFocused(): void {
  const field = document.activeElement?.closest('[data-field]')
  const { top = 0, bottom = 0 } = field?.getBoundingClientRect() ?? {}
  if (bottom > 0 && top < window.innerHeight) field?.scrollIntoView({ block: 'nearest' })
}
