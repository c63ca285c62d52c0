import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { Tables } from '../schema.ts'

/** A payout that counts where sums are limited, as the newest entry about it has it. */
export interface PayoutUnderWay {
  readonly id: string
  readonly version: number
  /** Of the entry that records its export; null while it waits for review or for its export. */
  readonly exportedAt: string | null
  /** Keyed hashes of whom it pays, as they were when it was sent to review. */
  readonly payees: readonly string[]
}

/** The payouts that wait for review or for their export, and those of the last day, by whom they pay. */
export interface PayoutsUnderWay {
  /** To be called with each entry, in their order. */
  take(row: Selectable<Tables['audit']>): void
  paying(payees: readonly string[]): readonly PayoutUnderWay[]
}

const factsSchema = z.object({
  version: z.number(),
  state: z.string(),
  payees: z.optional(z.array(z.string())),
})

/** A day, and an hour more: the clocks of several servers differ. */
const rememberedMs = 25 * 60 * 60_000

export function createPayoutsUnderWay(): PayoutsUnderWay {
  const byId = new Map<string, PayoutUnderWay>()
  const byPayee = new Map<string, Set<string>>()
  const exported: { readonly id: string; readonly at: string }[] = []
  const forget = (id: string) => {
    for (const payee of byId.get(id)?.payees ?? []) {
      const ids = byPayee.get(payee)
      ids?.delete(id)
      if (ids?.size === 0) byPayee.delete(payee)
    }
    byId.delete(id)
  }
  const forgetOlder = (at: string) => {
    const since = new Date(Date.parse(at) - rememberedMs).toISOString()
    while (exported[0] !== undefined && exported[0].at < since) {
      const { id, at: exportedAt } = exported[0]
      if (byId.get(id)?.exportedAt === exportedAt) forget(id)
      exported.shift()
    }
  }
  return {
    take({ thing_type, thing_id: id, facts, at }) {
      const { data } = thing_type === 'payout' ? z.safeParse(factsSchema, JSON.parse(facts)) : {}
      if (data === undefined) return
      const { version, state, payees = byId.get(id)?.payees ?? [] } = data
      forget(id)
      forgetOlder(at)
      const isExported = state === 'exported'
      if (!isExported && state !== 'in_review' && state !== 'approved') return
      byId.set(id, { id, version, exportedAt: isExported ? at : null, payees })
      for (const payee of payees) byPayee.set(payee, (byPayee.get(payee) ?? new Set()).add(id))
      if (isExported) exported.push({ id, at })
    },
    paying: (payees) => {
      const ids = new Set(payees.flatMap((payee) => [...(byPayee.get(payee) ?? [])]))
      return [...ids].flatMap((id) => byId.get(id) ?? [])
    },
  }
}
