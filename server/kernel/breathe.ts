import { setImmediate as turn } from 'node:timers/promises'

/** How long one piece of work may hold the event loop before other work has a turn, in ms. */
const breathMs = 8

let last = 0

/** Lets other requests have a turn where the last one was a while ago; between the pieces of long work, also within a transaction of it. */
export async function breathe(): Promise<void> {
  if (performance.now() - last < breathMs) return
  await turn()
  last = performance.now()
}
