import type { WireNames } from '../provider/wire-names.ts'

export interface SandboxSettings {
  /** 0 takes any free port. */
  readonly port: number
  /** The credentials that are valid; digits as the real provider's. */
  readonly shopId: string
  readonly apiToken: string
  /** What the fields are called that the interface does not show. */
  readonly names: WireNames
  /** What the shop pays for: reasons of the identity validation differ. Interface, "Identity reasons". */
  readonly plan: 'basic' | 'premium'
  /** Beyond this many in a second a validation endpoint answers 429. */
  readonly requestsPerSecond: number
}

/** Whom the credentials resolve to. Interface, "Authentication". */
export type SandboxClient =
  | { readonly kind: 'stranger' }
  | { readonly kind: 'shop'; readonly merchantId: string | undefined }

/** With this shop identifier (and the right token) the credentials are valid, but no merchant account belongs to them. */
export const shopWithoutMerchant = '404'

export function whoAsks(settings: SandboxSettings, authorization: string | undefined): SandboxClient {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]+)$/.exec(authorization ?? '') ?? []
  const [shopId = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  if (rest.join(':') !== settings.apiToken) return { kind: 'stranger' }
  if (shopId === shopWithoutMerchant) return { kind: 'shop', merchantId: undefined }
  return shopId === settings.shopId ? { kind: 'shop', merchantId: `900${shopId}` } : { kind: 'stranger' }
}
