/**
 * Puts a text on the clipboard and tells whether it is there. Pages over plain HTTP lack navigator.clipboard, and
 * people may refuse it; the old command works in both cases.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.className = 'sr-only'
  area.readOnly = true
  area.value = text
  // While a modal dialog is open all outside it is inert and cannot be selected.
  const place = document.querySelector('dialog[open]') ?? document.body
  place.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
