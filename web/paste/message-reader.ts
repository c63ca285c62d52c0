import type { MessageAnswer, MessageCall } from './message-call.ts'

/** Reads messages in a worker, so that not even a long one holds up the page. */
export interface MessageReader {
  /** One at a time: an earlier reading that still goes on is ended, and never answered. Throws where the worker fails. */
  readonly read: (call: MessageCall) => Promise<MessageAnswer>
  readonly end: () => void
}

/** Far more than the longest message takes on a busy machine. */
const longestReadingMs = 20_000

export function createMessageReader(): MessageReader {
  let worker: Worker | undefined
  let limit: ReturnType<typeof setTimeout> | undefined

  function settle() {
    clearTimeout(limit)
    limit = undefined
  }

  function end() {
    settle()
    worker?.terminate()
    worker = undefined
  }

  function read(call: MessageCall): Promise<MessageAnswer> {
    if (limit !== undefined) end()
    worker ??= new Worker(new URL('./message-worker.ts', import.meta.url), { type: 'module' })
    const reading = worker
    return new Promise((resolve, reject) => {
      function fail() {
        end()
        reject(new Error('The message was not read'))
      }
      limit = setTimeout(fail, longestReadingMs)
      reading.onmessage = ({ data }) => {
        settle()
        resolve(data)
      }
      reading.onerror = fail
      reading.postMessage(call)
    })
  }

  return { read, end }
}
