import { expect, it, onTestFinished, vi } from 'vitest'
import { startImportWorker } from './import-worker.ts'
import { createSheetAutosave } from './sheet-autosave.ts'
import type { WorkerCall } from './worker-calls.ts'

/** A worker with three parts of a sheet that are not saved yet, each in a request of its own. */
class WorkerWithParts extends EventTarget {
  readonly #unsaved = [0, 1, 2].map((part) => ({ part, rows: [] }))

  postMessage({ id, name }: WorkerCall) {
    const result = name === 'unsaved' ? this.#unsaved.splice(0, 1) : undefined
    this.dispatchEvent(new MessageEvent('message', { data: { id, result } }))
  }
}

it('A sheet says that it is saved once the server has all of its rows, not after each part', async () => {
  vi.stubGlobal('Worker', WorkerWithParts)
  const seen: string[] = []
  let sent = 0
  const send = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    seen.push(`part ${sent}`)
    const receipt = { parts: [{ part: sent, revision: 1 }], updatedAt: '2026-11-21T12:00:00.000Z' }
    sent += 1
    return Response.json(receipt)
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    send.mockRestore()
  })
  const autosave = createSheetAutosave('b', startImportWorker(), new Map(), undefined)
  autosave.state.subscribe(() => seen.push(autosave.state.get().state))
  await autosave.flush()
  autosave.end()
  expect(seen).toEqual(['saving', 'part 0', 'saving', 'part 1', 'saving', 'part 2', 'saved'])
})
