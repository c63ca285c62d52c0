const storageKey = 'payout-desk.single-keys'

/** Where storage is forbidden, the choice holds until the page is left. */
let chosenHere: 'on' | 'off' | undefined

/** Whether a letter alone is a shortcut in this browser. Who dictates to it, or whose hand slips, turns that off (WCAG 2.2, 2.1.4). */
export function areSingleKeysOn(): boolean {
  return (chosenHere ?? storedChoice()) !== 'off'
}

export function turnSingleKeys(choice: 'on' | 'off'): void {
  chosenHere = choice
  try {
    localStorage.setItem(storageKey, choice)
  } catch {
    // It holds for this visit.
  }
}

function storedChoice(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/** Whether a key is pressed as a shortcut by itself: not into a field, nor into a question in front of the page, nor anywhere in a form, whose next field it may be meant for. */
export function isSingleKey(event: KeyboardEvent): boolean {
  const { ctrlKey, altKey, metaKey, repeat, target } = event
  return !(ctrlKey || altKey || metaKey || repeat || isFillingIn(target)) && areSingleKeysOn()
}

function isFillingIn(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.closest('input, textarea, select, form, dialog, [role=grid], [contenteditable]') !== null
}
