import { refusalOfSize } from '#shared/files/read-file.ts'
import type { FileRefusal } from '#shared/files/refusal.ts'
import type { FileReading, FileReadOptions } from '#shared/files/table.ts'

/** Reads a file in a worker, which an abort ends at once; or returns why it cannot be read. */
export async function readTable(
  file: File,
  options: FileReadOptions,
  signal: AbortSignal,
): Promise<FileReading | { readonly refusal: FileRefusal }> {
  const refusal = refusalOfSize(file.size)
  if (refusal !== undefined) return { refusal }
  const bytes = await file.arrayBuffer()
  return await new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./table-worker.ts', import.meta.url), { type: 'module' })
    const end = (settle: () => void) => {
      worker.terminate()
      settle()
    }
    worker.addEventListener('message', ({ data }) => end(() => resolve(data)))
    worker.addEventListener('error', () => end(() => reject(new Error('The worker ended'))))
    signal.addEventListener('abort', () => end(() => reject(new Error('Stopped'))))
    worker.postMessage({ bytes, options }, [bytes])
  })
}
