import { readInSteps } from '#shared/files/read-file.ts'
import type { FileRefusal } from '#shared/files/refusal.ts'
import type { FileReading, FileReadOptions } from '#shared/files/table.ts'

/** Reads a whole file at once. */
export async function readFile(
  source: Uint8Array | string,
  options: FileReadOptions = {},
): Promise<FileReading | FileRefusal> {
  const steps = readInSteps(source, options)
  for (;;) {
    const step = await steps.next()
    if (step.done) return step.value
  }
}
