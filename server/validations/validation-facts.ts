import type { ValidationRow } from '../store/validation-rows.ts'

/** What is known of a kept check, whoever looks at it; `by` is for whom it is shown to decide. */
export function validationFacts(row: ValidationRow) {
  return {
    id: row.id,
    service: row.service,
    outcome: row.outcome,
    ran: row.ran === null ? null : row.ran === 1,
    reason: row.reason,
    correlationId: row.correlation_id,
    requestId: row.request_id,
    attempts: row.attempts,
    testMode: row.test_mode === 1,
    at: row.asked_at,
  }
}
