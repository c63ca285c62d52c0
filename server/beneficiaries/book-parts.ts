import type { Clock } from '../clock.ts'
import type { Sealing } from '../store/sealing.ts'

/** What the book needs beside a transaction. */
export interface BookParts {
  readonly sealing: Sealing
  readonly clock: Clock
}
