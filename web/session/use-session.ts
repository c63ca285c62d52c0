import { useQuery } from '@tanstack/react-query'
import { type Session, sessionSchema } from '#shared/api/session.ts'
import { deleteJson, getJson, postJson } from '../api/api.ts'
import { settleDrafts } from '../drafts/open-drafts.ts'
import { tellOtherTabs } from './other-tabs.ts'

/** Who works here, asked once: a change is made on this page, or told by another tab. */
export function useSession() {
  return useQuery({
    queryKey: ['session'],
    queryFn: ({ signal }) => readSession(signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

function readSession(signal?: AbortSignal): Promise<Session> {
  return getJson('/api/session', sessionSchema, { signal, isAboutSession: true })
}

/** Says who one is and gives the session as it stands then. Throws as the calls of api.ts do. */
export async function signIn(name: string): Promise<Session> {
  const session = await postJson('/api/session', { name }, sessionSchema, { isAboutSession: true })
  if (session.person !== null) tellOtherTabs(session.person)
  return session
}

/**
 * Another person goes on at this browser, or nobody. What was typed reaches the server first, under the name of who typed it; then the
 * page begins again, so that nothing of one person is left for the next.
 */
export async function changePerson(name: string | undefined): Promise<void> {
  await settleDrafts()
  if (name !== undefined) await signIn(name)
  else {
    await deleteJson('/api/session', { isAboutSession: true })
    tellOtherTabs(undefined)
  }
  startAgain()
}

/** Loads the page again: the one way to be sure that no part of it remembers anybody. */
export function startAgain(): void {
  sessionStorage.clear()
  window.location.reload()
}
