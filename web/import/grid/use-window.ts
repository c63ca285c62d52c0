import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** The first and the last row to render. */
export interface RowWindow {
  readonly first: number
  readonly last: number
  /** How many whole rows are in sight: a page of the page keys. */
  readonly page: number
}

/** Rows rendered above and below what is in sight, so that a small scroll renders nothing new. */
const margin = 4

/** The rows of a list to render, all of one height. Follows scrolling and the size of the frame. */
export function useWindow(frame: RefObject<HTMLElement | null>, rowHeight: number, headHeight: number): RowWindow {
  const [window, setWindow] = useState<RowWindow>({ first: 0, last: 4 * margin, page: 10 })
  const measure = useCallback(() => {
    if (frame.current === null) return
    const { scrollTop, clientHeight } = frame.current
    const inSight = Math.max(1, Math.floor((clientHeight - headHeight) / rowHeight))
    const top = Math.floor(scrollTop / rowHeight)
    // In steps of half the margin: most of the scrolling renders nothing.
    const step = margin / 2
    const first = Math.max(0, Math.floor((top - margin) / step) * step)
    const last = Math.ceil((top + inSight + margin) / step) * step
    setWindow((before) =>
      before.first === first && before.last === last && before.page === inSight
        ? before
        : { first, last, page: inSight },
    )
  }, [frame, rowHeight, headHeight])
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [frame, measure])
  return window
}
