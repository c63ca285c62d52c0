import { readInSteps } from '#shared/files/read-file.ts'
import type { Refusal } from '#shared/files/refusal.ts'
import type { FileReading } from '#shared/files/table.ts'
import type { Choices, Source, WorkerNews } from '../worker-calls.ts'

/** The milliseconds that reading goes on before it tells how far it is. */
const tellMs = 100

/** So many rows are enough to be shown. */
const firstRows = 10

/** Reads a file, and tells how far that is; `tellFirst` is given what is there once that is enough to show. */
export async function readTelling(
  source: Source,
  { encoding, separator, sheet }: Choices,
  tellFirst: (reading: FileReading) => void,
  tell: (news: WorkerNews) => void,
): Promise<FileReading | Refusal> {
  const given = { ...(encoding && { encoding }), ...(separator && { separator }), ...(sheet && { sheet }) }
  const steps = readInSteps(bytesOf(source), given)
  let told = performance.now()
  let isFirst = true
  for (;;) {
    const step = await steps.next()
    if (step.done === true) return step.value
    if (performance.now() < told + tellMs) continue
    const { share, reading } = step.value
    tell({ news: 'progress', share, rows: reading.table.rows.length })
    if (isFirst && reading.table.rows.length > firstRows) {
      isFirst = false
      tellFirst(reading)
    }
    told = performance.now()
  }
}

/** Cells that were pasted are text with tabs. */
function bytesOf(source: Source): Uint8Array {
  return source.kind === 'file' ? new Uint8Array(source.bytes) : new TextEncoder().encode(source.text)
}
