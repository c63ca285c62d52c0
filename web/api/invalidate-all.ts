import type { QueryClient } from '@tanstack/react-query'

/** What no write of this page can change, and what would be revealed again, which is audited. */
const unchanging: readonly unknown[] = ['session', 'merchant', 'sandbox', 'banks', 'opened-form', 'revealed-payout']

/** After a write: beneficiaries, payouts and the audit log on the page are refetched. */
export function invalidateAll(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey: [subject] }) => !unchanging.includes(subject) })
}
