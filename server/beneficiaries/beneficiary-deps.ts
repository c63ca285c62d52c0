import type { Clock } from '../clock.ts'
import type { Encryption } from '../store/encryption.ts'

/** What the book needs beside a transaction. */
export interface BeneficiaryDeps {
  readonly encryption: Encryption
  readonly clock: Clock
}
