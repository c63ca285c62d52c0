import type { MessageCall } from '../paste/message-call.ts'

/** The worker that reads messages, on the thread of the tests: their DOM has no workers. */
export class MessageWorker {
  onmessage: ((message: { readonly data: unknown }) => void) | undefined
  onerror: (() => void) | undefined
  #isEnded = false

  async postMessage(call: MessageCall) {
    const { answerCall } = await import('../paste/message-call.ts')
    const data = structuredClone(answerCall(structuredClone(call)))
    if (!this.#isEnded) this.onmessage?.({ data })
  }

  terminate() {
    this.#isEnded = true
  }
}
