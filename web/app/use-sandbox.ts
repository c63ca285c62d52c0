import { useQuery } from '@tanstack/react-query'
import { sandboxHelpSchema } from '#shared/api/sandbox-help.ts'
import { getJson } from './api.ts'
import { useMerchant } from './use-merchant.ts'

/** The last names that make the sandbox answer otherwise; nothing is asked where the provider is real. */
export function useSandbox() {
  const merchant = useMerchant()
  return useQuery({
    queryKey: ['sandbox'],
    queryFn: ({ signal }) => getJson('/api/sandbox', sandboxHelpSchema, { signal }),
    enabled: merchant.data?.environment === 'sandbox',
    staleTime: Number.POSITIVE_INFINITY,
  })
}
