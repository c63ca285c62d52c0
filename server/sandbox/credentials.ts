import type { SandboxSettings } from './start-sandbox.ts'

/** Whom the credentials resolve to. Interface, "Authentication". */
export type Asker = { readonly kind: 'stranger' } | { readonly kind: 'shop'; readonly merchantId: string | undefined }

/** With this shop identifier (and the right token) the credentials are valid, but no merchant account belongs to them. */
export const shopWithoutMerchant = '404'

export function whoAsks(settings: SandboxSettings, authorization: string | undefined): Asker {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]+)$/.exec(authorization ?? '') ?? []
  const [shopId = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  if (rest.join(':') !== settings.apiToken) return { kind: 'stranger' }
  if (shopId === shopWithoutMerchant) return { kind: 'shop', merchantId: undefined }
  return shopId === settings.shopId ? { kind: 'shop', merchantId: `900${shopId}` } : { kind: 'stranger' }
}
