import { readFile } from '#shared/files/read-file.ts'
import type { FileReadOptions } from '#shared/files/table.ts'

interface TableRequest {
  readonly bytes: ArrayBuffer
  readonly options: FileReadOptions
}

/** Reads one file, which would block the page too long. */
addEventListener('message', ({ data }: MessageEvent<TableRequest>) => void read(data))

async function read({ bytes, options }: TableRequest): Promise<void> {
  const read = await readFile(new Uint8Array(bytes), options)
  postMessage('refusal' in read ? { refusal: read } : read)
}
