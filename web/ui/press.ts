import type { Watchable } from '../state/store.ts'

/** A tap sends its click only after the finger is lifted. If none arrives within this time, in ms, there will be none. */
const clickComesWithinMs = 100

let isPressed = false
let giveUp: ReturnType<typeof setTimeout> | undefined
const waiting = new Set<() => void>()

/**
 * Renders at once, or, while a pointer is pressed, after the click. A button that moves while it is pressed would lose its click, as when a
 * field that loses focus shows its error and pushes the button down. Only the rendering is deferred: the click handler sees the newest
 * state. The same `render` is deferred once.
 */
export function deferRenderUntilClick(render: () => void): void {
  if (isPressed) waiting.add(render)
  else render()
}

/** The same for a store whose values are rendered near buttons. */
export function untilClick<Value>({ get, subscribe }: Watchable<Value>): Watchable<Value> {
  return { get, subscribe: (render) => subscribe(() => deferRenderUntilClick(render)) }
}

/** Follows mouse and touch from now on. */
export function watchPresses(): void {
  const early = { capture: true, passive: true }
  window.addEventListener('pointerdown', press, early)
  window.addEventListener('mousedown', press, early)
  window.addEventListener('pointerup', expectClick, early)
  window.addEventListener('mouseup', expectClick, early)
  // After the click's own handler.
  window.addEventListener('click', release)
  window.addEventListener('pointercancel', release, early)
  // A select's list, a menu or another window may have taken the end of a press.
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
