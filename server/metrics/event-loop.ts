/** How often the loop is asked whether it still turns: seldom enough to cost nothing, often enough to see a stall of 50 ms nearly whole. */
const everyMs = 20

/**
 * Measures how late a timer of this process comes, in milliseconds: the time for which other work has blocked the event loop.
 * It keeps no process alive.
 */
export function watchEventLoop(observe: (lateMs: number) => void, ending: AbortSignal): void {
  let due = performance.now() + everyMs
  const timer = setInterval(() => {
    const now = performance.now()
    observe(Math.max(0, now - due))
    due = now + everyMs
  }, everyMs)
  timer.unref()
  ending.addEventListener('abort', () => clearInterval(timer))
}
