import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import type { Encryption } from './encryption/encryption.ts'

/**
 * What is made of a request with the keys of a database, once for as long as the request itself is kept: while it is saved, its hashes are asked
 * for again and again. A request that was read is never changed.
 */
export function onceForEach<Keys extends { readonly encryption: Encryption }, Made extends string | object>(
  make: (keys: Keys, request: PayoutRequest) => Made,
): (keys: Keys, request: PayoutRequest) => Made {
  const made = new WeakMap<Encryption, WeakMap<PayoutRequest, Made>>()
  return (keys, request) => {
    const own = made.get(keys.encryption) ?? new WeakMap<PayoutRequest, Made>()
    made.set(keys.encryption, own)
    const one = own.get(request) ?? make(keys, request)
    own.set(request, one)
    return one
  }
}
