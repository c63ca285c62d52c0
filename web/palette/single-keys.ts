import { useEffect, useEffectEvent } from 'react'
import { createStore, useStore } from '../state/store.ts'

const storageKey = 'payout-desk.single-keys'

/** Where storage is forbidden, the choice lasts until the page is left. */
let chosenHere: 'on' | 'off' | undefined

/** Grows when they are turned on or off, so that what shows the keys follows at once. */
const turns = createStore(0)

/** Whether a letter alone is a shortcut in this browser. People who use dictation or often hit wrong keys can turn that off (WCAG 2.2, 2.1.4). */
export function areSingleKeysOn(): boolean {
  return (chosenHere ?? storedChoice()) !== 'off'
}

export function turnSingleKeys(choice: 'on' | 'off'): void {
  chosenHere = choice
  try {
    localStorage.setItem(storageKey, choice)
  } catch {
    // The choice lasts for this visit.
  }
  turns.set(turns.get() + 1)
}

/** The same for what is rendered. */
export function useSingleKeysOn(): boolean {
  useStore(turns)
  return areSingleKeysOn()
}

function storedChoice(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/**
 * Whether a key event is a single-key shortcut: not in a field, nor in a dialog, nor anywhere in a form, where it may be meant for the next
 * field; nor beside the form of a payout or a beneficiary, which a click on a blank spot takes focus from.
 */
export function isSingleKey(event: KeyboardEvent): boolean {
  const { ctrlKey, altKey, metaKey, repeat, target } = event
  return !(ctrlKey || altKey || metaKey || repeat || isFillingIn(target)) && areSingleKeysOn()
}

function isFillingIn(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  const isIn = target.closest('input, textarea, select, form, dialog, [role=grid], [contenteditable]') !== null
  return isIn || document.querySelector('form[data-entry]') !== null
}

/** Calls the action of a letter that is pressed alone while the screen is open; never while single keys are off. */
export function useSingleKeys(acts: Readonly<Record<string, (() => void) | undefined>>): void {
  // Also the keys shown on the buttons are rendered again.
  useSingleKeysOn()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = isSingleKey(event) ? acts[event.key.toUpperCase()] : undefined
    if (act === undefined) return
    // Keeps the letter out of the field that takes focus.
    event.preventDefault()
    act()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
