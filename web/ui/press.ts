import type { Watchable } from '../state/store.ts'

/** A tap tells of its click only after the finger has left. Where no click comes in this time, none will, in ms. */
const clickComesWithinMs = 100

let isPressed = false
let giveUp: ReturnType<typeof setTimeout> | undefined
const waiting = new Set<() => void>()

/**
 * Renders at once; or, while somebody presses something, once the press has become a click. What moves under a pressed pointer loses its
 * click: a field that is left says what is wrong with it, and the button below is no longer where it was pressed. Only the rendering
 * waits: the click handler finds the newest state. The same `render` waits once.
 */
export function deferRenderUntilClick(render: () => void): void {
  if (isPressed) waiting.add(render)
  else render()
}

/** The same store, for what shows it where people press. */
export function untilClick<Value>({ get, subscribe }: Watchable<Value>): Watchable<Value> {
  return { get, subscribe: (render) => subscribe(() => deferRenderUntilClick(render)) }
}

/** Follows pointer and finger from now on. */
export function watchPresses(): void {
  const early = { capture: true, passive: true }
  window.addEventListener('pointerdown', press, early)
  window.addEventListener('mousedown', press, early)
  window.addEventListener('pointerup', expectClick, early)
  window.addEventListener('mouseup', expectClick, early)
  // After the handler of what is clicked.
  window.addEventListener('click', release)
  window.addEventListener('pointercancel', release, early)
  // The list of a select, a menu or another window may have taken the end of a press.
  window.addEventListener('keydown', release, early)
  window.addEventListener('pointermove', ({ buttons }) => isPressed && buttons === 0 && expectClick(), early)
}

function press({ button }: MouseEvent): void {
  if (button !== 0) return
  expectNothing()
  isPressed = true
}

function expectClick(): void {
  giveUp ??= setTimeout(release, clickComesWithinMs)
}

function expectNothing(): void {
  clearTimeout(giveUp)
  giveUp = undefined
}

function release(): void {
  expectNothing()
  isPressed = false
  const renders = [...waiting]
  waiting.clear()
  for (const render of renders) render()
}
