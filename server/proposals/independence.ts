import type { PersonRow } from '../people/people-rows.ts'

/** So long an admin and whom they let in alone count as one: time for the others to meet the newcomer. */
const monthMs = 30 * 24 * 60 * 60_000

/**
 * Whether two people are two: neither let the other in, nor one person both, directly or through others, without a second person and within
 * the last 30 days.
 */
export function areIndependent(people: readonly PersonRow[], one: string, other: string, now: Date): boolean {
  const byId = new Map(people.map((row) => [row.id, row]))
  const since = new Date(now.getTime() - monthMs).toISOString()
  const hosts = hostsOf(byId, one, since)
  return ![...hostsOf(byId, other, since)].some((id) => hosts.has(id))
}

/** A person, who let them in alone, who let that one in, and so on. */
function hostsOf(byId: ReadonlyMap<string, PersonRow>, id: string, since: string): ReadonlySet<string> {
  const hosts = new Set<string>()
  for (let next: string | null = id; next !== null && !hosts.has(next); ) {
    hosts.add(next)
    const row = byId.get(next)
    next = row !== undefined && (row.invited_at ?? '') > since ? row.invited_by : null
  }
  return hosts
}
