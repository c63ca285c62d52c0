import { type Draft, draftSchema, draftsSchema } from '#shared/api/draft.ts'
import { ApiProblem, getJson } from '../api/api.ts'

/** The unfinished forms of the signed-in person, newest first. */
export async function drafts(signal?: AbortSignal): Promise<readonly Draft[]> {
  return (await getJson('/api/drafts', draftsSchema, { signal })).items
}

/** One of them; undefined when it has ended. */
export async function draftIfAny(id: string): Promise<Draft | undefined> {
  try {
    return await getJson(`/api/drafts/${id}`, draftSchema)
  } catch (error) {
    if (error instanceof ApiProblem && error.problem.status === 404) return undefined
    throw error
  }
}
