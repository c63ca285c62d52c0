import type { WorkerCall } from '../worker-calls.ts'
import { createDesk } from './desk.ts'

/** The worker's side of import-worker.ts: answers each call under its number. */
const desk = createDesk((news) => postMessage(news))

addEventListener('message', ({ data }: MessageEvent<WorkerCall>) => void answer(data))

async function answer({ id, name, args }: WorkerCall): Promise<void> {
  try {
    postMessage({ id, result: await Reflect.apply(desk[name], desk, args) })
  } catch (error) {
    postMessage({ id, failure: error instanceof Error ? `${error.name}: ${error.message}` : 'failed' })
  }
}
