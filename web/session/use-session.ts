import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { type Person, personSchema, type Session, sessionSchema } from '#shared/api/session.ts'
import { type FieldTable, payoutFields } from '#shared/payout/fields.ts'
import { withSpellings } from '#shared/payout/sent-request.ts'
import { deleteJson, getJson, postJson } from '../api/api.ts'
import { settleDrafts } from '../drafts/open-drafts.ts'

/** The session, fetched once: changes are made on this page or reported by another tab. */
export function useSession() {
  return useQuery(session)
}

/** Fetches it before anything is rendered, so that the screen is rendered first and not an empty frame. A failure is not waited for. */
export function loadSession(queryClient: QueryClient): Promise<void> {
  return queryClient.prefetchQuery({ ...session, retry: false })
}

const session = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => readSession(signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Whether payments are real. Known before signing in, and without a request to the provider. */
export function useEnvironment(): Session['environment'] | undefined {
  return useSession().data?.environment
}

/** Who is signed in now, and until when. Reading it does not extend the session. */
export function readSession(signal?: AbortSignal): Promise<Session> {
  return getJson('/api/session', sessionSchema, { signal, isAboutSession: true })
}

/** Signs in and returns the new session. Throws as the calls of api.ts do. */
export async function signIn(name: string): Promise<Session> {
  return publishSession(await postJson('/api/session', { name }, sessionSchema, { isAboutSession: true }))
}

/** A session that has just begun or been proven again: the other tabs share it and are notified. */
export function publishSession(session: Session): Session {
  if (session.person !== null) tellOtherTabs(session.person)
  return session
}

/**
 * Switches this browser to another person, or signs out. What was typed is saved first, under the name of its author; then the page
 * reloads, so that nothing of one person is left for the next.
 */
export async function switchPerson(name: string | undefined): Promise<void> {
  await settleDrafts()
  if (name !== undefined) await signIn(name)
  else {
    await deleteJson('/api/session', { isAboutSession: true })
    tellOtherTabs(undefined)
  }
  reloadWithoutSession()
}

/** Reloads the page: the only way to be sure that no part of it remembers a person. */
export function reloadWithoutSession(): void {
  sessionStorage.clear()
  window.location.reload()
}

/** All tabs share one cookie, so a change of person in one concerns the others. */
const channel = new BroadcastChannel('payout-desk:session')

const messageSchema = z.nullable(personSchema)

/** Notifies other tabs who is signed in from now on; undefined after signing out. */
function tellOtherTabs(person: Person | undefined): void {
  channel.postMessage(person ?? null)
}

/** Listens for a change of person in another tab. Returns a function that stops listening. */
export function onOtherTab(listener: (person: Person | undefined) => void): () => void {
  function hear({ data }: MessageEvent<unknown>) {
    const message = messageSchema.safeParse(data)
    if (message.success) listener(message.data ?? undefined)
  }
  channel.addEventListener('message', hear)
  return () => channel.removeEventListener('message', hear)
}

/** The fields of a payout as this server names them, which may differ from the table. */
export function useSentFields(): FieldTable {
  const { data } = useSession()
  const names = data?.names
  return useMemo(() => (names === undefined ? payoutFields : withSpellings(payoutFields, names)), [names])
}
