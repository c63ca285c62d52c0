import type { WorkerCall, WorkerCalls, WorkerNews } from './worker-calls.ts'

/** The worker of one file or sheet, from the page's side. */
export interface ImportWorker {
  readonly ask: <Name extends keyof WorkerCalls>(
    name: Name,
    ...args: Parameters<WorkerCalls[Name]>
  ) => Promise<Awaited<ReturnType<WorkerCalls[Name]>>>
  readonly listen: (listener: (news: WorkerNews) => void) => () => void
  /** Ends it at once, whatever it is doing: open calls are never answered. */
  readonly end: () => void
}

/** The worker failed: a bug, or a browser that is out of memory. */
class WorkerFailure extends Error {
  override readonly name = 'WorkerFailure'
}

type MessageListener = (message: MessageEvent) => void

export function startImportWorker(): ImportWorker {
  const worker = new Worker(new URL('./worker/worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, { readonly take: MessageListener; readonly fail: (why: Error) => void }>()
  const listeners = new Set<(news: WorkerNews) => void>()
  let asked = 0

  worker.addEventListener('message', (message) => {
    const { id, news, failure } = message.data
    if (news !== undefined) for (const listener of listeners) listener(message.data)
    const question = waiting.get(id)
    waiting.delete(id)
    if (failure === undefined) question?.take(message)
    else question?.fail(new WorkerFailure(failure))
  })
  worker.addEventListener('error', () => {
    for (const { fail } of waiting.values()) fail(new WorkerFailure('The worker ended'))
    waiting.clear()
  })

  return {
    ask: (name, ...args) =>
      new Promise((resolve, reject) => {
        asked += 1
        waiting.set(asked, { take: ({ data }) => resolve(data.result), fail: reject })
        const call: WorkerCall = { id: asked, name, args }
        worker.postMessage(call)
      }),
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    end: () => worker.terminate(),
  }
}
