import { setImmediate as turn } from 'node:timers/promises'
import type * as z from 'zod/mini'
import type { OutcomeChecks, outcomeChecksAnswerSchema } from '#shared/api/outcome.ts'
import type { Reader } from '../store/store.ts'
import { statedPayout, statementProblem } from './stated-payout.ts'

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
