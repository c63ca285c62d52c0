import { readFile } from '#shared/files/read-file.ts'

/** Reads one file, as no task of the page may take so long. */
addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => void read(data))

async function read(bytes: ArrayBuffer): Promise<void> {
  const read = await readFile(new Uint8Array(bytes))
  postMessage('refusal' in read ? { refusal: read } : { rows: read.table.rows })
}
