import type { OpenSheet } from './open-sheet.ts'

let handed: OpenSheet | undefined

/** Hands a sheet over from the screen that created it to the screen that shows it, so that nothing is loaded twice. */
export function handOver(opened: OpenSheet): void {
  void handed?.close()
  handed = opened
}

/** Takes the sheet of a batch that was handed over; undefined where there is none. */
export function takeOpenSheet(batchId: string): OpenSheet | undefined {
  if (handed?.batchId !== batchId) return undefined
  const taken = handed
  handed = undefined
  return taken
}
