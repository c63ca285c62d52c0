import * as z from 'zod/mini'
import type { Reader } from '../store/store.ts'

/** So long an admin and whom they let in alone count as one: time for the others to meet the newcomer. */
const monthMs = 30 * 24 * 60 * 60_000

/**
 * Two people are two where neither let the other in, nor one person both, directly or through others, without a second person and within the
 * last 30 days. The audit log alone says so: a row can be changed for a moment.
 * @returns what throws a Failure TAMPERED where the log was changed
 */
export function independenceIn(reader: AuditedReader) {
  const withHosts = hostsIn(reader)
  return async (one: string, other: string) => {
    const hosts = await withHosts(other)
    return ![...(await withHosts(one))].some((id) => hosts.has(id))
  }
}

/** Who let these people in alone within the last 30 days, directly or through others: for each of them. @throws Failure TAMPERED */
export async function hostsOfEach(reader: AuditedReader, ids: readonly string[]) {
  const withHosts = hostsIn(reader)
  const found = new Map<string, readonly string[]>()
  for (const id of new Set(ids)) found.set(id, [...(await withHosts(id))].slice(1))
  return (authors: readonly string[]) => authors.flatMap((id) => found.get(id) ?? [])
}

type AuditedReader = Pick<Reader, 'entriesAbout' | 'now'>

/** A person, who let them in alone, who let that one in, and so on. */
function hostsIn(reader: AuditedReader) {
  const since = new Date(reader.now().getTime() - monthMs).toISOString()
  const known = new Map<string, Promise<string | null>>()
  const hostOf = (id: string) => {
    const host = known.get(id) ?? hostSince(reader, id, since)
    known.set(id, host)
    return host
  }
  return async (id: string): Promise<ReadonlySet<string>> => {
    const hosts = new Set<string>()
    for (let next: string | null = id; next !== null && !hosts.has(next); next = await hostOf(next)) hosts.add(next)
    return hosts
  }
}

/** Of an invitation that took two people: who asked for it. */
const confirmedSchema = z.object({ askedBy: z.string() })

const kindSchema = z.object({ kind: z.literal('invitation') })

/** Who let a person in alone by the newest of their invitations; null where two people did, or the command line, or it is older. */
async function hostSince(log: Pick<Reader, 'entriesAbout'>, id: string, since: string): Promise<string | null> {
  const newest = (await log.entriesAbout([id])).findLast(
    ({ action, facts }) => action === 'person.invited' && z.safeParse(kindSchema, JSON.parse(facts)).success,
  )
  if (newest === undefined || newest.at <= since) return null
  return z.safeParse(confirmedSchema, JSON.parse(newest.facts)).success ? null : newest.person_id
}
