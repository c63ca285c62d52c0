/**
 * For what stays at the lower edge of the screen: tells the page how high it is at the moment, so that what gets focus or is linked to
 * is scrolled clear of it (theme.css). One at a time. Each telling styles the whole page again, so one that takes the place of another
 * as high as itself tells nothing.
 */
export function tellPinnedHeight(pinned: HTMLDivElement): () => void {
  holder = pinned
  const observer = new ResizeObserver(() => {
    // On a phone the bar of a form is not pinned, but flows with it.
    const isPinned = getComputedStyle(pinned).position !== 'static'
    if (isPinned) tell(`${pinned.offsetHeight}px`)
  })
  observer.observe(pinned)
  return () => {
    observer.disconnect()
    setTimeout(() => holder === pinned && tell(undefined))
  }
}

const property = '--pinned-height'

let holder: HTMLDivElement | undefined
let told: string | undefined

function tell(height: string | undefined): void {
  if (height === told) return
  told = height
  const { style } = document.documentElement
  if (height === undefined) style.removeProperty(property)
  else style.setProperty(property, height)
}
