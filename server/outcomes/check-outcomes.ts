import { setImmediate as turn } from 'node:timers/promises'
import type * as z from 'zod/mini'
import type { OutcomeChecks, outcomeChecksAnswerSchema } from '#shared/api/outcome.ts'
import type { Reader } from '../store/store.ts'
import { problemOf, statedPayout } from './stated-payout.ts'

type Answers = z.input<typeof outcomeChecksAnswerSchema>['payouts']

/** Looked up together; then others have their turn. */
const atOnce = 25

/** Of which payouts something can be stated, and what was stated of them before. Nothing is written. */
export async function checkOutcomes(reader: Reader, { payouts }: OutcomeChecks): Promise<Answers> {
  const answers: Answers = []
  for (const [place, named] of payouts.entries()) {
    if (place % atOnce === atOnce - 1) await turn()
    answers.push(
      await statedPayout(reader, named).then(
        ({ id, external_reference, outcome }) => ({ payoutId: id, externalReference: external_reference, outcome }),
        problemOf,
      ),
    )
  }
  return answers
}
