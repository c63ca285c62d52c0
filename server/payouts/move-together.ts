import type { Issue } from '#shared/api/issue.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import type { EntryWithReading } from '../entry/written-entry.ts'
import { breathe } from '../kernel/breathe.ts'
import { caught, Failure } from '../kernel/failure.ts'
import { type MovedRow, writeMoved } from '../payout-state/moved-payout.ts'
import { noSuchPayout, type PayoutAtVersion, payoutRowsOf, writtenPayout } from '../payout-state/saved-payout.ts'
import type { Transaction } from '../store/store.ts'
import { type AssessmentFacts, factsFor } from './facts.ts'
import { rowToAssess, warningsOf } from './warnings.ts'

/** A payout that can be acted on, with its entry as the rules of today read it. */
export interface CurrentPayout {
  readonly row: PayoutRow
  readonly written: EntryWithReading
}

/** The same with its current warnings. */
export interface AssessedPayout extends CurrentPayout {
  readonly warnings: readonly Issue[]
}

/** What became of payouts, in the order in which they were given: each as it is now, or why it was refused. */
export type MoveResults = readonly (PayoutRow | Failure)[]

/** Of a list of one. @throws Failure why it was refused */
export function theOne([one = noSuchPayout()]: MoveResults): PayoutRow {
  if (one instanceof Failure) throw one
  return one
}

/** Moves payouts one after the other, each once, by what their rows say: what is refused leaves the others as they are, which are written together. */
export async function moveRows<Given extends PayoutAtVersion>(
  tx: Transaction,
  given: readonly Given[],
  move: (one: Given, row: PayoutRow) => MovedRow,
): Promise<MoveResults> {
  const rows = await payoutRowsOf(
    tx,
    given.map(({ id }) => id),
  )
  const moves: (MovedRow | Failure)[] = []
  for (const one of given) {
    if (moves.length > 0) await breathe()
    const row = rows.get(one.id) ?? noSuchPayout()
    moves.push(row instanceof Failure ? row : caught(() => move(one, row)))
  }
  return written(tx, moves)
}

async function written(tx: Transaction, moves: readonly (MovedRow | Failure)[]): Promise<MoveResults> {
  await writeMoved(
    tx,
    moves.flatMap((one) => (one instanceof Failure ? [] : one)),
  )
  return moves.map((one) => (one instanceof Failure ? one : one.row))
}

/**
 * Moves payouts one after the other, each once and of a hundred at most; answers each, or why it was refused. It is for moves that change nothing of
 * what speaks against the others: that is looked up for all of them at once, and all are written together.
 * @param prepare looks up what the action needs besides that
 */
export async function moveTogether<Given extends PayoutAtVersion>(
  tx: Transaction,
  given: readonly Given[],
  prepare: (
    read: readonly CurrentPayout[],
    facts: AssessmentFacts,
  ) => Promise<(one: Given, payout: AssessedPayout) => MovedRow>,
): Promise<MoveResults> {
  const rows = await payoutRowsOf(
    tx,
    given.map(({ id }) => id),
  )
  const payouts = given.map((one) => ({ one, read: readPayout(tx, rows.get(one.id) ?? noSuchPayout()) }))
  const read = payouts.flatMap((payout) => (payout.read instanceof Failure ? [] : payout.read))
  const facts = await factsFor(
    tx,
    read.map(({ row, written }) => rowToAssess(row, written)),
  )
  const move = await prepare(read, facts)
  const moves: (MovedRow | Failure)[] = []
  for (const { one, read: payout } of payouts) {
    if (moves.length > 0) await breathe()
    if (payout instanceof Failure) moves.push(payout)
    else
      moves.push(
        caught(() => {
          const warnings = warningsOf(tx, facts, rowToAssess(payout.row, payout.written))
          return move(one, { ...payout, warnings })
        }),
      )
  }
  return written(tx, moves)
}

function readPayout(tx: Transaction, row: PayoutRow | Failure): CurrentPayout | Failure {
  return row instanceof Failure ? row : caught(() => ({ row, written: writtenPayout(tx, row) }))
}
