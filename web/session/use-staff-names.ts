import { useQuery } from '@tanstack/react-query'
import { staffSchema } from '#shared/api/people.ts'
import type { Person } from '#shared/api/session.ts'
import { getJson } from '../api/api.ts'
import { useSession } from './use-session.ts'

const freshForMs = 60_000

/**
 * Names people wherever something is approved: with their mail address, as two names may look alike. Where names are taken on trust, and until
 * the addresses are known, by name alone.
 */
export function useStaffNames(): (person: Person) => string {
  const isReal = useSession().data?.signIn !== 'local'
  const { data } = useQuery({
    queryKey: ['staff'],
    queryFn: async ({ signal }) => (await getJson('/api/staff', staffSchema, { signal })).items,
    select: (items) => new Map(items.map(({ id, email }) => [id, email])),
    staleTime: freshForMs,
    enabled: isReal,
  })
  return ({ id, name }) => {
    const email = data?.get(id)
    return email === undefined ? name : `${name} (${email})`
  }
}
