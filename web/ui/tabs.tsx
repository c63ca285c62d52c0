import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import styles from './tabs.module.css'

export interface TabsProps {
  /** What there is one of in each tab, for screen readers. */
  readonly label: string
  readonly tabs: readonly string[]
  /** The place of the open tab. */
  readonly open: number
  readonly onOpen: (place: number) => void
  /** What the open tab shows. */
  readonly children: ReactNode
}

/** One of several things in sight: the arrow keys, Home and End open another tab. */
export function Tabs({ label, tabs, open, onOpen, children }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  function go(event: KeyboardEvent) {
    const next = { ArrowLeft: open - 1, ArrowRight: open + 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    const place = (next + tabs.length) % tabs.length
    onOpen(place)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[place]?.focus()
  }

  return (
    <>
      <div role="tablist" aria-label={label} className={styles.tabs} ref={list}>
        {tabs.map((name, place) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name, and their order is that of the message
            key={place}
            type="button"
            role="tab"
            id={`${id}-${place}`}
            className={styles.tab}
            aria-selected={place === open}
            aria-controls={`${id}-panel`}
            tabIndex={place === open ? 0 : -1}
            onClick={() => onOpen(place)}
            onKeyDown={go}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open}`}>
        {children}
      </div>
    </>
  )
}
