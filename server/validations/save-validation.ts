import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Encryption } from '../store/encryption.ts'
import type { Transaction } from '../store/store.ts'
import { addValidation } from '../store/validation-rows.ts'
import { questionHash } from './question-hash.ts'
import type { Ended } from './validations.ts'

/** Keeps a check among those of its beneficiary, or for the one that its details are saved as; recorded. */
export async function saveValidation(
  { db, record }: Transaction,
  { encryption, clock }: { readonly encryption: Encryption; readonly clock: Clock },
  { question, answer, personId, attempts }: Ended,
): Promise<void> {
  const { body } = answer
  const id = randomUUID()
  const { beneficiaryId } = question.validation
  const issueContent = 'code' in body ? { outcome: body.code, ...unanswered } : { outcome: body.status, ...body }
  await addValidation(db, {
    id,
    beneficiary_id: beneficiaryId ?? null,
    service: question.service,
    question_hash: questionHash(encryption, question),
    outcome: issueContent.outcome,
    ran: 'code' in body ? (answer.mayHaveRun ? null : 0) : 1,
    reason: issueContent.reason,
    correlation_id: issueContent.correlationId,
    request_id: body.requestId,
    attempts,
    test_mode: question.validation.testMode === true ? 1 : 0,
    asked_by: personId,
    asked_at: clock.date().toISOString(),
  })
  const { outcome, correlationId } = issueContent
  const facts = { service: question.service, outcome, correlationId, ...(beneficiaryId && { beneficiaryId }) }
  await record({ personId, action: 'check.asked', thing: { type: 'check', id }, facts })
}

const unanswered = { reason: null, correlationId: null }
