import { useEffect, useState } from 'react'
import type { MessageAnswer, MessageCall } from './message-call.ts'
import { createMessageReader } from './message-reader.ts'

/** The message in the box, and what was read of it. */
export interface MessageState {
  /** Undefined while the box is empty. */
  readonly call?: MessageCall
  readonly step: 'read' | 'reading' | 'failed'
  /** While a message is read, still of the one before it. */
  readonly answer?: MessageAnswer
}

/** Reads messages beside the page; `onRead` gets each answer and the one before it. Nothing of them leaves the component. */
export function useMessage(onRead: (answer: MessageAnswer, before: MessageAnswer | undefined) => void) {
  const [state, setState] = useState<MessageState>({ step: 'read' })
  const [reader] = useState(createMessageReader)
  useEffect(() => reader.end, [reader])

  async function read(call: MessageCall) {
    if (call.text.trim() === '') {
      reader.end()
      setState({ call, step: 'read' })
      return
    }
    setState(({ answer }) => ({ call, step: 'reading', ...(answer && { answer }) }))
    try {
      const answer = await reader.read(call)
      onRead(answer, state.answer)
      setState({ call, step: 'read', answer })
    } catch {
      setState({ call, step: 'failed' })
    }
  }

  return [state, read] as const
}
