import { setImmediate as turn } from 'node:timers/promises'
import { levelsOf, type SiblingHash, wayUp } from '#shared/api/approved-list.ts'
import type { BatchApproval } from '#shared/api/batch-review.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { Failure } from '../kernel/failure.ts'
import type { GivenApproval } from '../payout-state/payout-approvals.ts'
import { undoMs } from '../payout-state/transition.ts'
import { undoDecisions } from '../payouts/act-on-payout.ts'
import { approvePayouts } from '../payouts/approve-payouts.ts'
import type { Member } from '../people/member.ts'
import type { SendersStore } from '../people/sender.ts'
import type { Transaction } from '../store/store.ts'
import {
  actOf,
  hashAll,
  levelsOfPart,
  partOf,
  payoutsInPiece,
  type SavedApprovalPart,
  type SavedBatchApproval,
  saveAct,
  savePart,
  wrongList,
} from './batch-approval.ts'
import { isRefusal, presentAct } from './present-approval.ts'

interface Deps {
  readonly store: SendersStore
  readonly isStopping: () => boolean
}

/** One request goes on for so long; the page asks again. */
const requestMs = 1_000

/** One transaction decides about payouts for so long, and those that it is at then: others wait for the write lock meanwhile. */
const groupMs = 60

/** For how many payouts the facts are looked up together. */
const lookedUpAtOnce = 32

/**
 * Goes on with an act for about a second: approves what is left of its list, or takes back what it has approved. The next request, to
 * whichever server, continues from there; each payout is decided about in the transaction that counts it.
 * @throws Failure NOT_FOUND, STATE_CONFLICT while parts are missing, APPROVAL_STALE where they are not the list that was begun with, TAMPERED,
 * CEREMONY_EXPIRED, SIGN_IN_REQUIRED
 */
export async function runApproval(deps: Deps, person: Member, id: string): Promise<BatchApproval> {
  const until = performance.now() + requestMs
  let act = await deps.store.write((tx) => started(tx, person, id))
  while (isOpen(act) && performance.now() < until && !deps.isStopping()) {
    await turn()
    act = await deps.store.write((tx) => goOn(tx, person, id))
  }
  return presentAct(deps.store, act)
}

function isOpen({ state }: SavedBatchApproval): boolean {
  return state === 'approving' || state === 'undoing'
}

/** An act whose list is there, whole and exactly as its root says. */
async function started(tx: Transaction, person: Member, id: string): Promise<SavedBatchApproval> {
  const act = await actOf(tx, person, id)
  if (act.state !== 'collecting') return act
  const roots = act.roots.filter((root) => root !== null)
  if (roots.length < act.roots.length) throw wrongList()
  if ((await levelsOf(roots, hashAll)).at(-1)?.[0] !== act.root)
    throw new Failure('APPROVAL_STALE', { params: { why: 'list' } })
  const begun: SavedBatchApproval = { ...act, state: 'approving' }
  await saveAct(tx, begun)
  return begun
}

/** One group of payouts, all in one part of the list. */
async function goOn(tx: Transaction, person: Member, id: string): Promise<SavedBatchApproval> {
  const act = await actOf(tx, person, id)
  if (!isOpen(act)) return act
  const next = act.state === 'approving' ? await approveSome(tx, person, act) : await undoSome(tx, person, act)
  await saveAct(tx, next)
  return next
}

async function approveSome(tx: Transaction, person: Member, act: SavedBatchApproval): Promise<SavedBatchApproval> {
  const part = Math.floor(act.done / payoutsInPiece)
  const content = await partOf(tx, act, part)
  const proof = await proofsIn(act, part, content)
  const refused: SavedApprovalPart['refused'] = []
  const began = performance.now()
  const hasTime = () => performance.now() - began < groupMs
  let done = act.done
  do {
    const first = done % payoutsInPiece
    const some = content.payouts
      .slice(first, first + lookedUpAtOnce)
      .map((payout, place) => ({ ...payout, confirmed: [], signature: proof(first + place) }))
    refused.push(...refusedOf(some, await approvePayouts(tx, person, some)))
    done += some.length
  } while (done < act.count && done % payoutsInPiece !== 0 && hasTime())
  if (refused.length > 0) await savePart(tx, act, part, { ...content, refused: [...content.refused, ...refused] })
  return {
    ...act,
    done,
    approved: act.approved + (done - act.done) - refused.length,
    refused: act.refused + refused.length,
    state: done === act.count ? 'approved' : 'approving',
    endedAt: tx.now().toISOString(),
  }
}

/** Of payouts with what became of each, those that were refused. @throws Failure that is not about one payout alone */
function refusedOf(
  given: readonly { readonly id: string }[],
  results: readonly (PayoutRow | Failure)[],
): SavedApprovalPart['refused'] {
  return results.flatMap((one, place) => {
    if (!(one instanceof Failure)) return []
    if (!isRefusal(one)) throw one
    return { id: given[place]?.id ?? '', code: one.code, params: one.particulars.params ?? {} }
  })
}

/** The part of the signature that each payout is saved with, including the hashes that lead from it to the signed root. */
async function proofsIn(
  { signature, roots }: SavedBatchApproval,
  part: number,
  { payouts }: SavedApprovalPart,
): Promise<(place: number) => GivenApproval['signature']> {
  if (signature === null) return () => undefined
  const levels = await levelsOfPart(payouts)
  const above = wayUp(
    await levelsOf(
      roots.filter((root) => root !== null),
      hashAll,
    ),
    part,
  )
  return (place) => {
    const way: readonly SiblingHash[] = [...wayUp(levels, place), ...above]
    return { ...signature, payout: payouts[place], way }
  }
}

/**
 * Asks for all of an act to be taken back, which then goes on as its approving did.
 * @throws Failure UNDO_REFUSED
 */
export async function undoApproval(tx: Transaction, person: Member, id: string): Promise<SavedBatchApproval> {
  const act = await actOf(tx, person, id)
  const refused = (why: 'changed' | 'late') => new Failure('UNDO_REFUSED', { params: { why } })
  if ((act.state !== 'approving' && act.state !== 'approved') || act.endedAt === null) throw refused('changed')
  const at = tx.now()
  if (Math.abs(at.getTime() - Date.parse(act.endedAt)) > undoMs) throw refused('late')
  const undoing: SavedBatchApproval = { ...act, state: 'undoing', undoAskedAt: at.toISOString() }
  await saveAct(tx, undoing)
  return undoing
}

/** From the last to the first: what was refused is left as it is. */
async function undoSome(tx: Transaction, person: Member, act: SavedBatchApproval): Promise<SavedBatchApproval> {
  const part = Math.floor((act.done - 1) / payoutsInPiece)
  const content = await partOf(tx, act, part)
  const before = new Set(content.refused.map(({ id }) => id))
  const refused: SavedApprovalPart['refused'] = []
  const asked = { at: act.undoAskedAt ?? '', since: act.endedAt ?? '' }
  const began = performance.now()
  const hasTime = () => performance.now() - began < groupMs
  let { done, approved } = act
  do {
    const end = ((done - 1) % payoutsInPiece) + 1
    const next = content.payouts.slice(Math.max(0, end - lookedUpAtOnce), end).toReversed()
    const some = next.flatMap(({ id, version }) => (before.has(id) ? [] : { id, version: version + 1 }))
    const own = refusedOf(some, await undoDecisions(tx, person, some, asked))
    refused.push(...own)
    approved -= some.length - own.length
    done -= next.length
  } while (done > 0 && done % payoutsInPiece !== 0 && hasTime())
  if (refused.length > 0) await savePart(tx, act, part, { ...content, refused: [...content.refused, ...refused] })
  const state = done === 0 ? 'undone' : 'undoing'
  return { ...act, done, approved, refused: act.refused + refused.length, state }
}
