import { readInSteps } from '#shared/files/read-file.ts'
import type { FileRefusal } from '#shared/files/refusal.ts'
import type { FileReading } from '#shared/files/table.ts'
import type { FileChoices, ImportSource, WorkerNews } from '../worker-calls.ts'

/** The time between two progress reports, in ms. */
const reportEveryMs = 100

/** How many rows are enough for a first preview. */
const firstRows = 10

/** Reads a file and reports progress; `reportFirst` gets the first rows once there are enough to show. */
export async function readWithProgress(
  source: ImportSource,
  { encoding, separator, sheet }: FileChoices,
  reportFirst: (reading: FileReading) => void,
  report: (news: WorkerNews) => void,
): Promise<FileReading | FileRefusal> {
  const given = { ...(encoding && { encoding }), ...(separator && { separator }), ...(sheet && { sheet }) }
  const steps = readInSteps(bytesOf(source), given)
  let reportedAt = performance.now()
  let isFirst = true
  for (;;) {
    const step = await steps.next()
    if (step.done === true) return step.value
    if (performance.now() < reportedAt + reportEveryMs) continue
    const { share, reading } = step.value
    report({ news: 'progress', share, rows: reading.table.rows.length })
    if (isFirst && reading.table.rows.length > firstRows) {
      isFirst = false
      reportFirst(reading)
    }
    reportedAt = performance.now()
  }
}

/** Pasted cells are text with tabs. */
function bytesOf(source: ImportSource): Uint8Array {
  return source.kind === 'file' ? new Uint8Array(source.bytes) : new TextEncoder().encode(source.text)
}
