import { useQuery } from '@tanstack/react-query'
import { sandboxHelpSchema } from '#shared/api/sandbox-help.ts'
import { ApiProblem, getJson } from './api.ts'

/** The sandbox's own page: the last names that make it answer otherwise. Only a sandbox has one. */
function useSandbox() {
  return useQuery({
    queryKey: ['sandbox'],
    queryFn: ({ signal }) => getJson('/api/sandbox', sandboxHelpSchema, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: (count, error) => !(error instanceof ApiProblem) && count < 2,
  })
}

/** Whether this is for real; known without asking the provider, so it shows even when the provider is down. */
export function useEnvironment(): 'sandbox' | 'provider' | undefined {
  const sandbox = useSandbox()
  if (sandbox.isSuccess) return 'sandbox'
  return sandbox.error instanceof ApiProblem && sandbox.error.problem.status === 404 ? 'provider' : undefined
}
