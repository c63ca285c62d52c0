import { answerCall, type MessageCall } from './message-call.ts'

/** The worker's side of message-reader.ts. What it throws ends as an error of the worker, at the page. */
addEventListener('message', ({ data }: MessageEvent<MessageCall>) => postMessage(answerCall(data)))
