import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { lookOfName } from '../../kernel/name-look.ts'
import type { Tables } from '../schema.ts'

/** So long an admin and whom they let in alone count as one: time for the others to meet the newcomer. */
const monthMs = 30 * 24 * 60 * 60_000

/**
 * Who counts as one person. Two people are two where neither let the other in alone within the last 30 days, directly or through others, nor one
 * person both; nor are they where an identity provider named one, and another or none the other, and their names look the same. An API token whose
 * holder is known by name alone is one with all whose names look like it, whenever they joined. The entries of the audit log alone say so: a row can
 * be changed for a moment.
 */
export interface Hosts {
  /** Who sent a person a link alone, who sent that one a link, and so on; no one where two people did, or the command line, or longer ago. */
  of(id: string): readonly string[]
  /** The id that a person has in common with those who count as one with them, and with no one else. */
  groupOf(id: string): string
  /** The others who count as one with a person. */
  groupWith(id: string): readonly string[]
  /** Those who gave a name and proved nothing, as where `SIGN_IN` is local: each can be anyone. */
  namesOnTrust(): ReadonlySet<string>
}

const invitationSchema = z.object({ kind: z.literal('invitation') })

/** Of an invitation that took two people: who asked for it. */
const confirmedSchema = z.object({ askedBy: z.string() })

/** Of a person: their name; and the identity provider that says who they are. */
const nameSchema = z.object({ name: z.string(), issuer: z.optional(z.string()), isSample: z.optional(z.literal(true)) })

/** Of a person who gave a name and proved nothing. */
const onTrustSchema = z.object({ onTrust: z.literal(true) })

/** Of an API token whose holder is known by name alone. */
const holderSchema = z.object({ holderName: z.string() })

/** @returns with `take`, which is to be called with each entry, in their order */
export function createHosts(now: () => Date): Hosts & { take(row: Selectable<Tables['audit']>): void } {
  /** By the person, who sent them a link alone, and when last: who has a link can be that person. */
  const senders = new Map<string, Map<string, string>>()
  const namesakes = createNamesakes()
  const onTrust = new Set<string>()
  const hostsOf = (id: string): readonly string[] => {
    const since = monthBefore(now())
    return [...(senders.get(id) ?? [])].flatMap(([host, at]) => (at > since ? [host] : []))
  }
  const withHosts = (id: string): readonly string[] => {
    const found = new Set([id])
    // A set is read to its end, with what is added meanwhile.
    for (const one of found) for (const host of hostsOf(one)) found.add(host)
    return [...found]
  }
  let known: { readonly minute: string; readonly groupOf: (id: string) => string } | undefined
  /** As it is for a minute, unless an entry changes it: one approval asks for many. */
  const groupOf = (id: string) => {
    const minute = now().toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length)
    if (known?.minute !== minute) {
      const guests = [...senders.keys()].flatMap((guest) => hostsOf(guest).map((host) => [guest, host] as const))
      known = { minute, groupOf: joined([...guests, ...namesakes.pairs()]) }
    }
    return known.groupOf(id)
  }
  return {
    take({ action, person_id, thing_id, facts, at }) {
      if (!relevant.has(action)) return
      known = undefined
      const given = JSON.parse(facts)
      namesakes.take(action, thing_id, given)
      if (z.safeParse(onTrustSchema, given).success) onTrust.add(thing_id)
      if (!z.safeParse(invitationSchema, given).success) return
      if (person_id === null || z.safeParse(confirmedSchema, given).success) senders.delete(thing_id)
      else senders.set(thing_id, (senders.get(thing_id) ?? new Map<string, string>()).set(person_id, at))
    },
    of: (id) => withHosts(id).slice(1),
    groupOf,
    groupWith(id) {
      const group = groupOf(id)
      const all = new Set([group, ...senders.keys(), ...namesakes.pairs().flat()])
      return [...all].filter((one) => one !== id && groupOf(one) === group)
    },
    namesOnTrust: () => onTrust,
  }
}

const relevant: ReadonlySet<string> = new Set(['person.invited', 'person.added', 'person.enrolled', 'token.made'])

function createNamesakes() {
  /** By the look of a name, whose it is, and on whose word: of an identity provider, or ours. */
  const byLook = new Map<string, Map<string, string>>()
  const note = (name: string, id: string, by: string) => {
    const look = lookOfName(name)
    const alike = byLook.get(look) ?? new Map<string, string>()
    byLook.set(look, alike.set(id, by))
  }
  return {
    take(action: string, id: string, facts: unknown) {
      if (action === 'token.made') {
        const { holderName } = z.safeParse(holderSchema, facts).data ?? {}
        if (holderName !== undefined) note(holderName, id, id)
        return
      }
      const { name, issuer = '', isSample } = z.safeParse(nameSchema, facts).data ?? {}
      if (name !== undefined && isSample === undefined) note(name, id, issuer)
    },
    /** Who may be the same: only those of one word are known to be two. */
    pairs(): readonly (readonly [string, string])[] {
      const doubtful = [...byLook.values()].filter((alike) => new Set(alike.values()).size > 1)
      return doubtful.flatMap((alike) => {
        const [first = ''] = alike.keys()
        return [...alike.keys()].map((id) => [id, first] as const)
      })
    },
  }
}

/** @returns the id that each has in common with those it is joined with, directly or through others: of a pair the second. */
function joined(pairs: readonly (readonly [string, string])[]): (id: string) => string {
  const above = new Map<string, string>()
  const topOf = (id: string): string => {
    const next = above.get(id)
    return next === undefined ? id : topOf(next)
  }
  for (const [one, other] of pairs) {
    const [top, otherTop] = [topOf(one), topOf(other)]
    if (top !== otherTop) above.set(top, otherTop)
  }
  return topOf
}

function monthBefore(time: Date): string {
  return new Date(time.getTime() - monthMs).toISOString()
}
