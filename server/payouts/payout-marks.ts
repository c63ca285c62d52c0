import { setImmediate as turn } from 'node:timers/promises'
import { type PayoutFact, type PayoutMarks, payoutFacts } from '#shared/api/payout-marks.ts'
import { findPayouts, type PayoutRow } from '../entry/payout-rows.ts'
import { authorsConfirmations, countColumns, countsOf } from '../payout-state/confirmations.ts'
import { tamperedAmong } from '../payout-state/genuine.ts'
import { writtenPayout } from '../payout-state/saved-payout.ts'
import type { Reader } from '../store/store.ts'
import { isProven, validationHashes } from '../validations/saved-validations.ts'
import { unansweredAmong } from '../validations/validation-rows.ts'
import { type AssessmentFacts, factsFor, type PayoutToAssess } from './facts.ts'
import { isFirst } from './first-unvalidated.ts'
import { rowToAssess, warningsOf } from './warnings.ts'

/** What is to be known now of those of the payouts that wait for review or for an export, so that lists show what arose since they were sent. */
export async function payoutMarksOf(reader: Reader, ids: readonly string[]): Promise<readonly PayoutMarks[]> {
  const rows = (await findPayouts(reader.db, ids)).filter(waits)
  const tampered = await tamperedAmong(reader, rows)
  const waiting = rows
    .filter((row) => !tampered.has(row))
    .map((row) => ({ row, assessed: rowToAssess(row, writtenPayout(reader, row)) }))
  await turn()
  const assessed = waiting.map((one) => one.assessed)
  const facts = await factsFor(reader, assessed)
  const factsOf = await findPayoutFacts(reader, facts, assessed)
  await turn()
  return waiting.map(({ row, assessed: one }) => {
    const counts = countColumns(warningsOf(reader, facts, one), authorsConfirmations(reader, row))
    return { payoutId: row.id, warnings: countsOf(counts), facts: [...factsOf(one)] }
  })
}

function waits({ state, erased_at }: PayoutRow): boolean {
  return (state === 'in_review' || state === 'approved') && erased_at === null
}

/** What payouts are looked at for though it is no warning, by what they are assessed against. */
export async function findPayoutFacts(
  reader: Reader,
  facts: AssessmentFacts,
  payouts: readonly PayoutToAssess[],
): Promise<(payout: PayoutToAssess) => readonly PayoutFact[]> {
  const hashesOf = ({ written: { entry } }: PayoutToAssess) => validationHashes(reader.encryption, entry)
  const unanswered = await unansweredAmong(reader.db, payouts.flatMap(hashesOf))
  return (payout) => {
    const holds: Readonly<Record<PayoutFact, boolean>> = {
      first: isFirst(reader, facts, payout),
      unvalidated: isProven(reader.encryption, facts.validations, payout.written.entry) === false,
      unanswered: hashesOf(payout).some((hash) => unanswered.has(hash)),
    }
    return payoutFacts.filter((fact) => holds[fact])
  }
}
