import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { Tables } from '../schema.ts'

/** What call-backs have brought to light of a beneficiary. */
export interface CalledBack {
  /** The denial for which nothing is paid to them until an admin lifts that; null where there is none. */
  readonly frozenBy: string | null
  /** Which details were confirmed since, as keyed hashes, and who recorded that: only what counts, and no one who was suspended with distrust. */
  readonly confirmed: readonly { readonly by: string; readonly details: string }[]
}

/** The call-backs as their entries have them: a row can be slipped in, or a denial removed. */
export interface LoggedCallBacks {
  /** To be called with each entry, in their order. */
  take(row: Pick<Selectable<Tables['audit']>, 'action' | 'facts' | 'person_id' | 'thing_id'>): void
  of(beneficiaryIds: readonly string[]): ReadonlyMap<string, CalledBack>
}

const factsSchema = z.object({
  callBack: z.string(),
  result: z.enum(['confirmed', 'denied', 'not_reached']),
  details: z.string(),
  counts: z.boolean(),
})

/** The facts of the entry of a call-back. */
export type AuditedCallBack = z.infer<typeof factsSchema>

/** The call-back that an entry records; undefined where it records none. */
export function callBackIn({ action, facts }: Pick<Tables['audit'], 'action' | 'facts'>): AuditedCallBack | undefined {
  return action === 'beneficiary.called_back' ? factsSchema.parse(JSON.parse(facts)) : undefined
}

const distrustSchema = z.object({ distrust: z.literal(true) })

/** Whom an entry suspends with distrust; undefined where it does so to no one. */
export function distrustedIn({
  action,
  facts,
  thing_id,
}: Pick<Tables['audit'], 'action' | 'facts' | 'thing_id'>): string | undefined {
  const isDistrust = action === 'person.suspended' && z.safeParse(distrustSchema, JSON.parse(facts)).success
  return isDistrust ? thing_id : undefined
}

export const neverCalled: CalledBack = { frozenBy: null, confirmed: [] }

export function createCallBacks(): LoggedCallBacks {
  const byBeneficiary = new Map<string, CalledBack>()
  const distrusted = new Set<string>()
  return {
    take(entry) {
      const suspended = distrustedIn(entry)
      if (suspended !== undefined) distrusted.add(suspended)
      const { action, thing_id: id, person_id: by } = entry
      const before = byBeneficiary.get(id) ?? neverCalled
      if (action === 'beneficiary.unfrozen') byBeneficiary.set(id, { ...before, frozenBy: null })
      const callBack = callBackIn(entry)
      if (callBack === undefined || by === null) return
      const { callBack: frozenBy, result, details, counts } = callBack
      if (result === 'denied') byBeneficiary.set(id, { frozenBy, confirmed: [] })
      if (result === 'confirmed' && counts)
        byBeneficiary.set(id, { ...before, confirmed: [...before.confirmed, { by, details }] })
    },
    of: (ids) =>
      new Map(
        ids.map((id) => {
          const { frozenBy, confirmed } = byBeneficiary.get(id) ?? neverCalled
          return [id, { frozenBy, confirmed: confirmed.filter(({ by }) => !distrusted.has(by)) }]
        }),
      ),
  }
}
