/**
 * For what stays at the lower edge of the screen: tells the page how high it is at the moment, so that what gets focus or is linked to
 * is scrolled clear of it (theme.css). One at a time.
 */
export function tellPinnedHeight(pinned: HTMLDivElement): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    // On a phone the bar of a form is not pinned, but flows with it.
    const isPinned = getComputedStyle(pinned).position !== 'static'
    if (isPinned) style.setProperty(property, `${pinned.offsetHeight}px`)
  })
  observer.observe(pinned)
  return () => {
    observer.disconnect()
    style.removeProperty(property)
  }
}

const property = '--pinned-height'
