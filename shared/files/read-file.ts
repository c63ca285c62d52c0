import { readSeparated } from './read-separated.ts'
import { fileLimits, type Refusal, Refused } from './refusal.ts'
import type { Step } from './step.ts'
import type { FileReading, ReadOptions } from './table.ts'

/**
 * Reads a file into a table, step by step: each step takes some milliseconds, and the caller may do something else before the next, or end it with
 * `return()`. What the file is, its bytes say; its name does not. Any bytes end in a reading or a refusal, and nothing is thrown.
 */
export async function* readInSteps(
  bytes: Uint8Array,
  options: ReadOptions = {},
): AsyncGenerator<Step, FileReading | Refusal> {
  const tooBig = refusalOfSize(bytes.length)
  if (tooBig !== undefined) return tooBig
  try {
    return yield* readSeparated(bytes, options)
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}

/** The whole file at once. */
export async function readFile(bytes: Uint8Array, options: ReadOptions = {}): Promise<FileReading | Refusal> {
  const steps = readInSteps(bytes, options)
  for (;;) {
    const step = await steps.next()
    if (step.done) return step.value
  }
}

/** Why a file of this size is not read: to be asked before its bytes are loaded. */
export function refusalOfSize(size: number): Refusal | undefined {
  return size > fileLimits.bytes
    ? { refusal: 'too_big', params: { megabytes: fileLimits.bytes / 1024 / 1024 } }
    : undefined
}
