/**
 * Applies the style sheet of the first screens, which the built page only fetches (vite.config.ts), and waits until it counts: before,
 * what is rendered would be seen without it. One that cannot be had is not waited for.
 */
export async function applyStyles(): Promise<void> {
  const fetched = document.querySelector<HTMLLinkElement>('link[as="style"]')
  if (fetched !== null) await apply(fetched.href).catch(() => undefined)
}

let later: Promise<void> | undefined

/** Applies, once, the sheet of all other screens, which the page only names. Rejects where it cannot be had, so that it is tried again. */
export async function applyLaterStyles(): Promise<void> {
  const named = document.querySelector<HTMLMetaElement>('meta[name="later-styles"]')
  if (named === null) return
  later ??= apply(named.content)
  try {
    await later
  } catch (cause) {
    later = undefined
    throw cause
  }
}

function apply(href: string): Promise<void> {
  const sheet = document.createElement('link')
  sheet.rel = 'stylesheet'
  sheet.href = href
  // As it was fetched ahead: else it would be fetched twice.
  sheet.crossOrigin = 'anonymous'
  return new Promise((resolve, reject) => {
    sheet.onload = () => resolve()
    sheet.onerror = () => {
      sheet.remove()
      reject(new Error(`There is no style sheet at ${href}.`))
    }
    document.head.append(sheet)
  })
}
