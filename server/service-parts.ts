import type { Clock } from './clock.ts'
import type { CurrentMerchant } from './merchant/current-merchant.ts'
import type { ProviderClient } from './provider/provider-client.ts'

/** What the routes are handed. */
export interface ServiceParts {
  readonly host: string
  readonly webDirectory: string
  /** Whether the provider behind the client is the sandbox. */
  readonly environment: 'sandbox' | 'provider'
  readonly provider: ProviderClient
  readonly currentMerchant: CurrentMerchant
  readonly clock: Clock
  /** True from the moment that the server is asked to end. */
  readonly isStopping: () => boolean
}
