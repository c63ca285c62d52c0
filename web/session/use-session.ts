import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { type Person, personSchema, type Session, sessionSchema } from '#shared/api/session.ts'
import { type FieldTable, payoutFields } from '#shared/payout/fields.ts'
import { withSpellings } from '#shared/payout/sent-request.ts'
import { deleteJson, getJson, postJson } from '../api/api.ts'
import { settleDrafts } from '../drafts/open-drafts.ts'

/** Who is signed in, asked once: changes are made on this page or come from another tab. */
export function useSession() {
  return useQuery(session)
}

/** Asks for it before anything is rendered, so that the screen comes first and not a frame for it. A failure is not waited for. */
export function loadSession(queryClient: QueryClient): Promise<void> {
  return queryClient.prefetchQuery({ ...session, retry: false })
}

const session = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => readSession(signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Whether this is for real: known to everybody, and without asking the provider. */
export function useEnvironment(): Session['environment'] | undefined {
  return useSession().data?.environment
}

/** Who is signed in now, and until when; no use that puts the session's end off. */
export function readSession(signal?: AbortSignal): Promise<Session> {
  return getJson('/api/session', sessionSchema, { signal, isAboutSession: true })
}

/** Signs in and returns the new session. Throws as the calls of api.ts do. */
export async function signIn(name: string): Promise<Session> {
  return shared(await postJson('/api/session', { name }, sessionSchema, { isAboutSession: true }))
}

/** A session that has just begun or was proven anew: the other tabs have it too, and learn of it. */
export function shared(session: Session): Session {
  if (session.person !== null) tellOtherTabs(session.person)
  return session
}

/**
 * Hands this browser over to another person, or signs out. What was typed reaches the server first, under the name of who typed it; then
 * the page reloads, so that nothing of one person is left for the next.
 */
export async function changePerson(name: string | undefined): Promise<void> {
  await settleDrafts()
  if (name !== undefined) await signIn(name)
  else {
    await deleteJson('/api/session', { isAboutSession: true })
    tellOtherTabs(undefined)
  }
  reloadWithoutSession()
}

/** Reloads the page: the one way to be sure that no part of it remembers anybody. */
export function reloadWithoutSession(): void {
  sessionStorage.clear()
  window.location.reload()
}

/** All tabs share one cookie, so a change of person in one concerns the others. */
const channel = new BroadcastChannel('payout-desk:session')

const messageSchema = z.nullable(personSchema)

/** Tells who is signed in from now on; undefined: nobody. */
function tellOtherTabs(person: Person | undefined): void {
  channel.postMessage(person ?? null)
}

/** Listens for a change of person in another tab. Returns what ends the listening. */
export function onOtherTab(listener: (person: Person | undefined) => void): () => void {
  function hear({ data }: MessageEvent<unknown>) {
    const message = messageSchema.safeParse(data)
    if (message.success) listener(message.data ?? undefined)
  }
  channel.addEventListener('message', hear)
  return () => channel.removeEventListener('message', hear)
}

/** The fields of a payout as this server sends them: it may spell one otherwise than the table. */
export function useSentFields(): FieldTable {
  const { data } = useSession()
  const names = data?.names
  return useMemo(() => (names === undefined ? payoutFields : withSpellings(payoutFields, names)), [names])
}
