import type { Clock } from '../clock.ts'
import type { Encryption } from '../store/encryption.ts'

/** What payouts need beside a transaction. */
export interface PayoutDeps {
  readonly encryption: Encryption
  readonly clock: Clock
}
