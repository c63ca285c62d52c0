import type { CurrentMerchant } from './merchant/current-merchant.ts'
import type { Metrics } from './metrics.ts'
import type { Validations } from './validations/validations.ts'

/** What the routes are handed. */
export interface ServiceParts {
  readonly host: string
  readonly webDirectory: string
  /** Whether the provider behind the client is the sandbox. */
  readonly environment: 'sandbox' | 'provider'
  readonly validations: Validations
  readonly currentMerchant: CurrentMerchant
  readonly metrics: Metrics
  /** True from the moment that the server is asked to end. */
  readonly isStopping: () => boolean
}
