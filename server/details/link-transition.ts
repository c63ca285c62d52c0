import type { LinkState } from '#shared/api/details-links.ts'
import { Failure } from '../kernel/failure.ts'

/** What is done with a link: the first three by the payee, the others by people inside. */
export const linkActs = {
  open: 'details.opened',
  submit: 'details.submitted',
  close: 'details.closed',
  renew: 'details.renewed',
  extend: 'details.extended',
  mail: 'details.mailed',
  withdraw: 'details.withdrawn',
  view: 'details.viewed',
  accept: 'details.accepted',
  return: 'details.returned',
  refuse: 'details.refused',
} as const

export type LinkAct = keyof typeof linkActs

type SavedState = Exclude<LinkState, 'expired'>

/** In which states each act is possible, and the state after it; undefined: the same one. */
const acts: Readonly<
  Record<
    LinkAct,
    { readonly from: readonly SavedState[]; readonly to: SavedState | undefined; readonly mayBeLate?: true }
  >
> = {
  open: { from: ['open', 'opened', 'submitted', 'returned'], to: undefined },
  submit: { from: ['open', 'opened', 'submitted', 'returned'], to: 'submitted' },
  close: { from: ['open', 'opened', 'submitted', 'returned'], to: 'closed' },
  renew: { from: ['open', 'opened', 'submitted', 'returned'], to: undefined, mayBeLate: true },
  extend: { from: ['open', 'opened', 'submitted', 'returned'], to: undefined, mayBeLate: true },
  mail: { from: ['open', 'opened', 'returned'], to: undefined },
  withdraw: { from: ['open', 'opened', 'submitted', 'returned'], to: 'withdrawn', mayBeLate: true },
  view: { from: ['submitted'], to: undefined, mayBeLate: true },
  accept: { from: ['submitted'], to: 'accepted', mayBeLate: true },
  return: { from: ['submitted'], to: 'returned', mayBeLate: true },
  refuse: { from: ['submitted'], to: 'refused', mayBeLate: true },
}

/** The states that wait for the payee: over time, such a link expires. */
export const waitingStates = ['open', 'opened', 'returned'] as const

interface LinkMoment {
  readonly state: SavedState
  readonly expiresAt: string
}

/** The state as people see it: who has not sent anything by the end has lost the link. */
export function linkStateAt({ state, expiresAt }: LinkMoment, now: Date): LinkState {
  return waitingStates.some((one) => one === state) && expiresAt <= now.toISOString() ? 'expired' : state
}

/**
 * The one place that decides about details links: the state after an act.
 * @throws Failure STATE_CONFLICT
 */
export function linkTransition(link: LinkMoment, act: LinkAct, now: Date): SavedState {
  const { from, to, mayBeLate } = acts[act]
  const isLate = mayBeLate !== true && link.expiresAt <= now.toISOString()
  if (isLate || !from.includes(link.state)) throw new Failure('STATE_CONFLICT', { params: { why: 'state' } })
  if (act === 'open' && link.state === 'open') return 'opened'
  return to ?? link.state
}
