import { setImmediate as turn } from 'node:timers/promises'
import type * as z from 'zod/mini'
import { issueOn } from '#shared/api/issue.ts'
import type { OutcomeChecks, OutcomeStatement, outcomeChecksAnswerSchema } from '#shared/api/outcome.ts'
import { findPayout, type PayoutRow, payoutsByReference } from '../entry/payout-rows.ts'
import { inPreparation } from '../exports/exported-payout-rows.ts'
import { Failure } from '../kernel/failure.ts'
import { requireIntact } from '../payout-state/genuine.ts'
import { noSuchPayout } from '../payout-state/saved-payout.ts'
import { itemProblem } from '../problems/problem-for.ts'
import type { Reader } from '../store/store.ts'

type PayoutReference = Pick<OutcomeStatement, 'payoutId' | 'externalReference'>

/**
 * An exported payout, whose file may have been sent. What refuses one that is there has its id.
 * @throws Failure FIELDS_INVALID, NOT_FOUND, TAMPERED, ERASED, STATE_CONFLICT
 */
export async function statedPayout(
  reader: Reader,
  { payoutId, externalReference }: PayoutReference,
): Promise<PayoutRow> {
  if ((payoutId === undefined) === (externalReference === undefined)) {
    const error = issueOn('payoutId', 'one_of_these', { names: 'payoutId, externalReference' })
    throw new Failure('FIELDS_INVALID', { errors: [error] })
  }
  const id = payoutId ?? (await payoutsByReference(reader, [externalReference ?? ''])).get(externalReference ?? '')
  const row = id === undefined ? undefined : await findPayout(reader.db, id)
  if (row === undefined) throw noSuchPayout()
  await requireIntact(reader, [row])
  if (row.erased_at !== null) throw new Failure('ERASED', { params: { what: 'payout' }, ids: [row.id] })
  if (row.state !== 'exported')
    throw new Failure('STATE_CONFLICT', { params: { why: 'state', state: row.state }, ids: [row.id] })
  if ((await inPreparation(reader.db, [row.id])).length > 0)
    throw new Failure('STATE_CONFLICT', { params: { why: 'preparing' }, ids: [row.id] })
  return row
}

/** @throws whatever is no refusal of one statement */
export function statementProblem(error: unknown) {
  if (!(error instanceof Failure)) throw error
  const { code, detail, params = {} } = itemProblem(error)
  return { problem: { code, detail, params } }
}

type OutcomeCheckAnswers = z.input<typeof outcomeChecksAnswerSchema>['payouts']

/** Looked up together; then others have their turn. */
const atOnce = 25

/** Of which payouts something can be stated, and what was stated of them before. Nothing is written. */
export async function checkOutcomes(reader: Reader, { payouts }: OutcomeChecks): Promise<OutcomeCheckAnswers> {
  const answers: OutcomeCheckAnswers = []
  for (const [place, named] of payouts.entries()) {
    if (place % atOnce === atOnce - 1) await turn()
    answers.push(
      await statedPayout(reader, named).then(
        ({ id, external_reference, outcome }) => ({ payoutId: id, externalReference: external_reference, outcome }),
        statementProblem,
      ),
    )
  }
  return answers
}
