import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { addCheck } from '../store/check-rows.ts'
import type { Sealing } from '../store/sealing.ts'
import type { Transaction } from '../store/store.ts'
import type { Ended } from '../validations/validations.ts'
import { questionHash } from './question-hash.ts'

/** Keeps a check among those of its beneficiary, or for the one that its details are saved as; recorded. */
export async function keepCheck(
  { db, record }: Transaction,
  { sealing, clock }: { readonly sealing: Sealing; readonly clock: Clock },
  { question, answer, personId, attempts }: Ended,
): Promise<void> {
  const { body } = answer
  const id = randomUUID()
  const { beneficiaryId } = question.validation
  const said = 'code' in body ? { outcome: body.code, ...unanswered } : { outcome: body.status, ...body }
  await addCheck(db, {
    id,
    beneficiary_id: beneficiaryId ?? null,
    service: question.service,
    question_hash: questionHash(sealing, question),
    outcome: said.outcome,
    ran: 'code' in body ? (answer.mayHaveRun ? null : 0) : 1,
    reason: said.reason,
    correlation_id: said.correlationId,
    request_id: body.requestId,
    attempts,
    test_mode: question.validation.testMode === true ? 1 : 0,
    asked_by: personId,
    asked_at: clock.date().toISOString(),
  })
  const { outcome, correlationId } = said
  const facts = { service: question.service, outcome, correlationId, ...(beneficiaryId && { beneficiaryId }) }
  await record({ personId, action: 'check.asked', thing: { type: 'check', id }, facts })
}

const unanswered = { reason: null, correlationId: null }
