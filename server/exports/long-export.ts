import type { SignInMode } from '#shared/api/session.ts'
import { Failure } from '../kernel/failure.ts'
import type { Member } from '../people/member.ts'
import { requireSame } from '../people/permitted.ts'
import type { Store } from '../store/store.ts'
import { type PacedGroups, unbroken } from '../writes/paced-groups.ts'
import { type ExportHold, renewHold } from './export-hold-rows.ts'
import { type Proofs, proveExportable } from './export-proofs.ts'
import { type ExportSelection, finishExport, sumOfExport } from './make-export.ts'
import { markPayouts, requireExportable, worstOf } from './mark-payouts.ts'

interface Deps {
  readonly store: Store
  readonly signIn: SignInMode
  readonly groups: PacedGroups
}

/**
 * Makes an export of many payouts: verifies them all and only then marks them, some at a time, so that other requests need not wait. A small transaction
 * at the end makes it valid.
 * @throws HoldLost, and whatever is in the way: then what was marked is to be undone
 */
export async function makeLongExport(
  { store, signIn, groups }: Deps,
  person: Member,
  wanted: ExportSelection,
  hold: ExportHold,
): Promise<void> {
  const { payoutIds, again: isAgain } = wanted
  const proofs = await proveAll(store, person, wanted, hold)
  let from = 0
  const mark = async (ids: readonly string[]) => {
    await store.write(async (tx) => {
      await renewHold(tx, hold, ids.length)
      await requireSame(tx, signIn, person)
      await markPayouts(tx, person, ids, { exportId: hold.id, from, isAgain, proofs })
    })
    from += ids.length
    return ids.length
  }
  await groups.run(payoutIds, mark, unbroken)
  const sum = await sumOfExport(store, hold.id)
  await store.write(async (tx) => {
    await renewHold(tx, hold, 0)
    await requireSame(tx, signIn, person)
    await finishExport(tx, person, hold.id, sum)
  })
}

const provedAtOnce = 50

/** So often at least a server says that it still works on it. */
const renewalMs = 5_000

/** @throws Failure for the worst problem, with the ids of all payouts that have it */
async function proveAll(
  store: Store,
  person: Member,
  { payoutIds, again: isAgain }: ExportSelection,
  hold: ExportHold,
): Promise<Proofs> {
  const all = new Map(await proveExportable(store, [], isAgain))
  const failures: Failure[] = []
  let renewedAt = performance.now()
  for (let from = 0; from < payoutIds.length; from += provedAtOnce) {
    const ids = payoutIds.slice(from, from + provedAtOnce)
    const proofs = await proveExportable(store, ids, isAgain)
    const check = () => requireExportable(store, person, ids, { isAgain, proofs }).then(() => undefined, failureIn)
    // One may have moved on between the reading of its row and of its entries: then the second look finds it as it is.
    const first = await check()
    const failure = first?.code === 'TAMPERED' ? await check() : first
    if (failure !== undefined) failures.push(failure)
    for (const [id, proof] of proofs) all.set(id, proof)
    if (performance.now() - renewedAt < renewalMs) continue
    renewedAt = performance.now()
    await store.write((tx) => renewHold(tx, hold, 0))
  }
  const worst = worstOf(failures)
  if (worst === undefined) return all
  const ids = failures.filter(({ code }) => code === worst.code).flatMap(({ particulars }) => particulars.ids ?? [])
  throw new Failure(worst.code, { ...worst.particulars, ids })
}

function failureIn(error: unknown): Failure {
  if (error instanceof Failure) return error
  throw error
}
