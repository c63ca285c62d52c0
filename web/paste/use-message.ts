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
  readonly answered?: MessageCall
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
    setState((now) => ({ ...now, call, step: 'reading' }))
    try {
      const answer = withKnown(await reader.read(call), call, state)
      onRead(answer, state.answer)
      setState({ call, step: 'read', answer, answered: call })
    } catch {
      setState({ call, step: 'failed' })
    }
  }

  return [state, read] as const
}

/** What was read of a person stays the same object where their country stays: what was chosen of it stays chosen. */
function withKnown(
  answer: MessageAnswer,
  call: MessageCall,
  { answered: before, answer: known }: MessageState,
): MessageAnswer {
  if (before?.text !== call.text || before.chosen !== call.chosen) return answer
  const isKnown = (place: number) => before.chosenOf[place] === call.chosenOf[place]
  const people = answer.people.map((person, place) => (isKnown(place) ? (known?.people[place] ?? person) : person))
  return { ...answer, people }
}
