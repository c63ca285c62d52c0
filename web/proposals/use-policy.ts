import { useQuery } from '@tanstack/react-query'
import { approvalPolicySchema } from '#shared/api/policy.ts'
import { getJson } from '../api/api.ts'

/** The approval policy in force, and what the app proposes until one is decided. */
export function useApprovalPolicy() {
  return useQuery({
    queryKey: ['approval-policy'],
    queryFn: ({ signal }) => getJson('/api/approval-policy', approvalPolicySchema, { signal }),
  })
}
