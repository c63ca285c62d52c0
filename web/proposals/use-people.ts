import { useQuery } from '@tanstack/react-query'
import { peopleSchema } from '#shared/api/people.ts'
import { getJson } from '../api/api.ts'

/** The staff; API tokens are listed in the settings. */
export function usePeople() {
  return useQuery({
    queryKey: ['people'],
    queryFn: async ({ signal }) => (await getJson('/api/people', peopleSchema, { signal })).items,
    select: (items) => items.filter(({ isMachine }) => !isMachine),
  })
}
