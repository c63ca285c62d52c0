/** The value that this tab saved under a key, of any shape; null where there is none or it cannot be read. */
export function readFromTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Saves a value over a reload. Storage can be full or forbidden: then the value lasts as long as the page, which still works. */
export function saveInTab(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Losing the copy is better than losing the keystroke.
  }
}
