import type { FileReading } from './table.ts'

/** How far a file is read. */
export interface ReadProgress {
  /** From 0 to 1. */
  readonly share: number
  /** The rows so far; its table goes on growing. */
  readonly reading: FileReading
}
