import type { Call } from '../worker-calls.ts'
import { createDesk } from './desk.ts'

/** The other side of import-worker.ts: answers each question under its number. */
const desk = createDesk((news) => postMessage(news))

addEventListener('message', ({ data }: MessageEvent<Call>) => void answer(data))

async function answer({ id, name, args }: Call): Promise<void> {
  try {
    postMessage({ id, result: await Reflect.apply(desk[name], desk, args) })
  } catch (error) {
    postMessage({ id, failure: error instanceof Error ? `${error.name}: ${error.message}` : 'failed' })
  }
}
