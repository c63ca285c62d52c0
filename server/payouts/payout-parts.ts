import type { Clock } from '../clock.ts'
import type { Sealing } from '../store/sealing.ts'

/** What payouts need beside a transaction. */
export interface PayoutParts {
  readonly sealing: Sealing
  readonly clock: Clock
}
