import type { ValidationOutcome } from '#shared/api/validation.ts'
import { Failure } from '../failure.ts'
import type { ProviderAnswer } from '../provider/provider-client.ts'

/**
 * What a validation that ran is answered with.
 * @throws Failure VALIDATION_NOT_RUN when the provider says that it did not run: never an outcome, even with a NOK in it
 */
export function validationOutcome(answer: ProviderAnswer, testMode: boolean, at: Date): ValidationOutcome {
  const { reply, correlationId, requestId, attempts } = answer
  if (!reply.ran) throw notRun(answer)
  return {
    ran: true,
    status: reply.status,
    reason: reply.reason,
    correlationId,
    requestId,
    attempts,
    testMode,
    at: at.toISOString(),
  }
}

function notRun({ reply, requestId }: ProviderAnswer): Failure {
  const detail = `The provider did not run the validation: the request or the shop's configuration is not right for it. Nothing is known about the data. Trace identifier: ${requestId}.`
  const provider = { status: reply.status, reason: reply.reason }
  return new Failure('VALIDATION_NOT_RUN', detail, { params: { trace: requestId }, provider })
}
