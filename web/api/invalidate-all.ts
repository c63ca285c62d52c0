import type { QueryClient } from '@tanstack/react-query'

/** What no write at this page can change; and what would be revealed once more, which is recorded. */
const unchanging: readonly unknown[] = ['session', 'merchant', 'sandbox', 'banks', 'opened-form', 'revealed-payout']

/** After a write: all that is shown of the book, the payouts and the record is asked for again. */
export function invalidateAll(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey: [subject] }) => !unchanging.includes(subject) })
}
