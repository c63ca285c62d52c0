/**
 * Applies the style sheet of the screens, which the built page only fetches (vite.config.ts), and waits until it counts: before, what is
 * rendered would be seen without it. One that cannot be had is not waited for.
 */
export function applyStyles(): Promise<void> {
  const fetched = document.querySelector<HTMLLinkElement>('link[as="style"]')
  if (fetched === null) return Promise.resolve()
  const sheet = document.createElement('link')
  sheet.rel = 'stylesheet'
  sheet.href = fetched.href
  sheet.crossOrigin = fetched.crossOrigin
  const applied = new Promise<void>((resolve) => {
    sheet.onload = () => resolve()
    sheet.onerror = () => resolve()
  })
  fetched.after(sheet)
  return applied
}
