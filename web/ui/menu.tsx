import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import styles from './menu.module.css'

export interface MenuEntry {
  readonly label: string
  /** The key that does the same without the menu. */
  readonly keys?: string | undefined
  readonly onChoose: () => void
}

interface MenuProps {
  readonly label: string
  /** In the window, in px: the corner at which it opens, as far as there is room. */
  readonly at: { readonly left: number; readonly top: number }
  readonly groups: readonly (readonly MenuEntry[])[]
  /** Called before the chosen entry, too. */
  readonly onClose: () => void
}

/** A menu of actions that opens where a person pressed, by the ARIA pattern of a menu. */
export function Menu({ label, at, groups, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = menu.current
    if (element === null) return
    const { width, height } = element.getBoundingClientRect()
    element.style.insetInlineStart = `${Math.max(edge, Math.min(at.left, window.innerWidth - width - edge))}px`
    element.style.insetBlockStart = `${Math.max(edge, Math.min(at.top, window.innerHeight - height - edge))}px`
    entriesOf(element)[0]?.focus({ preventScroll: true })
  }, [at])
  useEffect(() => {
    const closeOutside = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && menu.current?.contains(target))) onClose()
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [onClose])
  return (
    <div
      ref={menu}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      className={styles.menu}
      onKeyDown={(event) => pressed(event, onClose)}
      // The browser's own menu would cover it.
      onContextMenu={(event) => event.preventDefault()}
    >
      {groups
        .filter((entries) => entries.length > 0)
        .map((entries) => (
          <div key={entries[0]?.label} className={styles.group}>
            {entries.map((entry) => (
              <button
                key={entry.label}
                type="button"
                role="menuitem"
                tabIndex={-1}
                className={styles.entry}
                onClick={() => {
                  onClose()
                  entry.onChoose()
                }}
              >
                {entry.label}
                {entry.keys !== undefined && (
                  <kbd className={styles.keys} aria-hidden>
                    {entry.keys}
                  </kbd>
                )}
              </button>
            ))}
          </div>
        ))}
    </div>
  )
}

/** Room left at the edges of the window, in px. */
const edge = 8

function entriesOf(menu: Element): readonly HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')]
}

function pressed(event: KeyboardEvent, onClose: () => void): void {
  event.stopPropagation()
  if (event.key === 'Escape' || event.key === 'Tab') {
    event.preventDefault()
    onClose()
    return
  }
  const entries = entriesOf(event.currentTarget)
  const now = entries.findIndex((entry) => entry.matches(':focus'))
  const next = { ArrowDown: now + 1, ArrowUp: now - 1 + entries.length, Home: 0, End: entries.length - 1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  entries[next % entries.length]?.focus()
}
