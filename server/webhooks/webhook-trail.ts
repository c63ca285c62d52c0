import * as z from 'zod/mini'
import type { Webhook } from '#shared/api/webhooks.ts'
import { distrustedAmong } from '../people/rights-trail.ts'
import type { Reader } from '../store/store.ts'

/** What the audit log has of an endpoint: it decides, as a row of before can be put back. */
export interface EndpointTrail extends Pick<Webhook, 'state' | 'why' | 'madeAt'> {
  readonly madeBy: string
  /** The newest proposal about it, and the newest that was confirmed. */
  readonly proposedAs: string
  readonly confirmedAs: string | null
  /** What happened up to this entry was before it was confirmed. */
  readonly onSeq: number
  readonly onAt: string
  /** Who proposed and who confirmed what was confirmed of it. */
  readonly agreed: readonly string[]
}

const factsSchema = z.object({
  proposal: z.optional(z.string()),
  proposedBy: z.optional(z.string()),
  cause: z.optional(z.string()),
})

/**
 * The trails of endpoints; none of what is no endpoint. An endpoint on which a person agreed who was suspended with distrust since is off.
 * @throws Failure TAMPERED
 */
export async function endpointTrails(
  reader: Pick<Reader, 'entriesAbout'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EndpointTrail>> {
  const found = new Map<string, EndpointTrail>()
  for (const { thing_id: id, seq, action, person_id, facts, at } of await reader.entriesAbout(ids)) {
    const { proposal, proposedBy, cause } = factsSchema.parse(JSON.parse(facts))
    const trail = found.get(id)
    if (action === 'proposal.made' && proposal !== undefined)
      found.set(id, { ...(trail ?? begun(person_id ?? '', at)), proposedAs: proposal })
    if (trail === undefined) continue
    if (action === 'proposal.confirmed' && proposal !== undefined)
      found.set(id, {
        ...trail,
        ...(trail.state === 'proposed' && { state: 'on', onSeq: seq, onAt: at }),
        // What was set aside is of before, and may be sent again.
        ...(trail.why === 'gone' && { state: 'on', why: null }),
        confirmedAs: proposal,
        agreed: [...new Set([...trail.agreed, proposedBy, person_id])].filter((one) => typeof one === 'string'),
      })
    const isRejected = action === 'proposal.withdrawn' && trail.state === 'proposed'
    if (isRejected || action === 'webhook.removed')
      found.set(id, { ...trail, state: 'off', why: cause === 'gone' ? 'gone' : 'person' })
  }
  for (const [id, trail] of found)
    if (
      (trail.state === 'on' || trail.why === 'gone') &&
      (await distrustedAmong(reader, trail.agreed, trail.onAt)).size > 0
    )
      found.set(id, { ...trail, state: 'off', why: 'distrust' })
  return found
}

function begun(madeBy: string, madeAt: string): EndpointTrail {
  const unconfirmed = { confirmedAs: null, onSeq: 0, onAt: '', agreed: [] }
  return { state: 'proposed', why: null, madeBy, madeAt, proposedAs: '', ...unconfirmed }
}
