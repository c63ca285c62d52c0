import { readFile } from '#shared/files/read-file.ts'
import type { ReadOptions } from '#shared/files/table.ts'

interface Question {
  readonly bytes: ArrayBuffer
  readonly options: ReadOptions
}

/** Reads one file, as no task of the page may take so long. */
addEventListener('message', ({ data }: MessageEvent<Question>) => void read(data))

async function read({ bytes, options }: Question): Promise<void> {
  const read = await readFile(new Uint8Array(bytes), options)
  postMessage('refusal' in read ? { refusal: read } : read)
}
