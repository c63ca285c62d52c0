import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import type { Encryption } from './encryption/encryption.ts'

/**
 * What is made of a request with the keys of a database, once for as long as the request itself is kept: while it is saved, its hashes are asked
 * for again and again. A request that was read is never changed.
 */
export function onceForEach<Access extends { readonly encryption: Encryption }, Made extends string | object>(
  make: (access: Access, request: PayoutRequest) => Made,
): (access: Access, request: PayoutRequest) => Made {
  const made = new WeakMap<Encryption, WeakMap<PayoutRequest, Made>>()
  return (access, request) => {
    const own = made.get(access.encryption) ?? new WeakMap<PayoutRequest, Made>()
    made.set(access.encryption, own)
    const one = own.get(request) ?? make(access, request)
    own.set(request, one)
    return one
  }
}
