import { type ReactNode, useId, useState } from 'react'
import { Drawer } from './dialog.tsx'
import { ChevronIcon } from './icons.tsx'
import { useIsNarrow } from './media.ts'
import { tellPinnedHeight } from './pinned.ts'
import styles from './split-view.module.css'

export interface SplitViewProps {
  /** The left: what one works on. */
  readonly children: ReactNode
  /** The right: what comes of it. Up to 900 px it is a drawer behind a bar at the bottom. */
  readonly panel: ReactNode
  readonly panelTitle: string
  /** The state of the panel in a few words, for the bar: "2 to fix". */
  readonly panelSummary: ReactNode
  /** The primary button, for the bar; on wide screens the left has its own. */
  readonly barAction?: ReactNode
}

/** Two columns: the left scrolls, the right stays. */
export function SplitView({ children, panel, panelTitle, panelSummary, barAction }: SplitViewProps) {
  const isNarrow = useIsNarrow()
  const titleId = useId()
  return (
    <div className={styles.split}>
      <div className={styles.main}>{children}</div>
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
      <div className={styles.bar} ref={tellPinnedHeight}>
        <button type="button" className={styles.open} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          <span className={styles.words}>
            <span className={styles.openTitle}>{title}</span>
            <span className={styles.summary}>{summary}</span>
          </span>
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
