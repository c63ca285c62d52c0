import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { Tables } from '../schema.ts'

/** So long an admin and whom they let in alone count as one: time for the others to meet the newcomer. */
const monthMs = 30 * 24 * 60 * 60_000

/**
 * Who let people in alone within the last 30 days, directly or through others. Two people are two where neither let the other in so, nor one
 * person both. The entries of invitations alone say so: a row can be changed for a moment.
 */
export interface Hosts {
  /** Who let a person in, who let that one in, and so on; no one where two people did, or the command line, or longer ago. */
  of(id: string): readonly string[]
  /** The id that a person has in common with those who count as one with them, and with no one else. */
  groupOf(id: string): string
  /** The others who count as one with a person. */
  groupWith(id: string): readonly string[]
}

const invitationSchema = z.object({ kind: z.literal('invitation') })

/** Of an invitation that took two people: who asked for it. */
const confirmedSchema = z.object({ askedBy: z.string() })

/** @returns with `take`, which is to be called with each entry, in their order */
export function createHosts(now: () => Date): Hosts & { take(row: Selectable<Tables['audit']>): void } {
  /** By the person, their newest invitation. */
  const invitations = new Map<string, { readonly at: string; readonly alone: string | null }>()
  const hostOf = (id: string): string | undefined => {
    const invitation = invitations.get(id)
    return invitation !== undefined && invitation.at > monthBefore(now()) ? (invitation.alone ?? undefined) : undefined
  }
  const withHosts = (id: string): readonly string[] => {
    const found = [id]
    for (let host = hostOf(id); host !== undefined && !found.includes(host); host = hostOf(host)) found.push(host)
    return found
  }
  const groupOf = (id: string) => withHosts(id).at(-1) ?? id
  return {
    take({ action, person_id, thing_id, facts, at }) {
      if (action !== 'person.invited') return
      const given = JSON.parse(facts)
      if (!z.safeParse(invitationSchema, given).success) return
      const before = invitations.get(thing_id)
      const isConfirmed = person_id === null || z.safeParse(confirmedSchema, given).success
      // Who only sends another link did not choose the person.
      const isRenewed = before !== undefined && before.alone !== null && before.at > monthBefore(new Date(at))
      if (isConfirmed || !isRenewed) invitations.set(thing_id, { at, alone: isConfirmed ? null : person_id })
    },
    of: (id) => withHosts(id).slice(1),
    groupOf,
    groupWith(id) {
      const group = groupOf(id)
      const known = new Set([group, ...invitations.keys()])
      return [...known].filter((one) => one !== id && groupOf(one) === group)
    },
  }
}

function monthBefore(time: Date): string {
  return new Date(time.getTime() - monthMs).toISOString()
}
