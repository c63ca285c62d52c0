import type { TokenWrite } from '#shared/api/tokens.ts'

/** What makes a token for entering payouts, kept outside; `changes` over it. Without addresses it works from anywhere. */
export function tokenWrite(changes: Partial<TokenWrite> = {}): TokenWrite {
  const { addresses = [] } = changes
  const anyAddress = addresses.length === 0
  const holder = { name: 'Acme Software' }
  return { name: 'ERP', scopes: ['payouts:write'], expiresInDays: 30, holder, addresses, anyAddress, ...changes }
}
