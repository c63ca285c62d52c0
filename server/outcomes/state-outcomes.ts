import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { canonicalJson } from '#shared/api/canonical-json.ts'
import {
  mostStatementsOfPayout,
  type OutcomeStatement,
  outcomeOf,
  type outcomesAnswerSchema,
  outcomesWriteSchema,
} from '#shared/api/outcome.ts'
import type { JobKind } from '../jobs/job.ts'
import type { ActOnThings } from '../jobs/list-acts.ts'
import { listKind } from '../jobs/list-jobs.ts'
import { caughtFailure, Failure } from '../kernel/failure.ts'
import { statementColumns } from '../payouts/outcome-facts.ts'
import type { Actor } from '../people/member.ts'
import type { Refusals } from '../problems/refusals.ts'
import type { Transaction } from '../store/store.ts'
import { unbroken } from '../writes/paced-groups.ts'
import { addOutcome, setOutcome } from './outcome-rows.ts'
import { statedPayout, statementProblem } from './stated-payout.ts'
import { statementsOn } from './statements.ts'

type OutcomeAnswers = z.input<typeof outcomesAnswerSchema>['outcomes']

/** Saves reported outcomes of payouts; each is accepted or refused individually, and `noteRefused` is told of each refusal. */
export function stateOutcomes(
  file: string | undefined,
  noteRefused: (error: Failure) => Promise<void>,
): ActOnThings<OutcomeStatement, OutcomeAnswers[number]> {
  return {
    pace: unbroken,
    async act(tx, person, some) {
      const source = person.ownerIds.length > 0 ? 'api' : file === undefined ? 'hand' : 'file'
      const results: (OutcomeAnswers[number] | Failure)[] = []
      for (const statement of some)
        results.push(await stateOne(tx, person, statement, { source, file }).catch(caughtFailure))
      return results
    },
    refused: (_, failure) => statementProblem(failure),
    after: async (_, __, failures) => void (await Promise.all(failures.map(noteRefused))),
  }
}

/** Audits a refusal as one of the request of a person. */
export function refusalNoter(
  { note }: Pick<Refusals, 'note'>,
  by: Pick<Parameters<Refusals['note']>[0], 'person' | 'requestId'>,
): (error: Failure) => Promise<void> {
  return (error) => note({ ...by, method: 'post', path: '/api/outcomes', id: undefined, error })
}

const givenSchema = z.object({ file: z.optional(z.string()) })

/** The same of a whole file. */
export function outcomesKind(refusals: Pick<Refusals, 'note'>): JobKind {
  return listKind({
    permission: 'report',
    pace: unbroken,
    items: outcomesWriteSchema.shape.outcomes,
    act: ({ id, personId, given }) =>
      stateOutcomes(givenSchema.parse(given).file, refusalNoter(refusals, { person: { id: personId }, requestId: id })),
  })
}

interface Source {
  readonly source: 'hand' | 'file' | 'api'
  readonly file: string | undefined
}

/** @throws Failure FIELDS_INVALID, NOT_FOUND, TAMPERED, ERASED, STATE_CONFLICT */
async function stateOne(
  tx: Transaction,
  person: Actor,
  statement: OutcomeStatement,
  { source, file }: Source,
): Promise<OutcomeAnswers[number]> {
  const payout = await statedPayout(tx, statement)
  const { payoutId: _, externalReference: __, outcome, ...facts } = statement
  const before = await statementsOn(tx, payout)
  const statement_hash = tx.encryption.hash(
    'statement',
    canonicalJson({ by: person.id, payoutId: payout.id, outcome, ...facts }),
  )
  const all = outcomeOf([outcome, ...before.map((row) => row.outcome)]) ?? outcome
  const isRepeat = before.some((row) => row.statement_hash === statement_hash)
  if (!isRepeat) {
    if (before.length >= mostStatementsOfPayout)
      throw new Failure('STATE_CONFLICT', { params: { why: 'statements' }, ids: [payout.id] })
    const id = randomUUID()
    await addOutcome(tx, {
      ...statementColumns(tx.encryption, id, { ...facts, file }),
      id,
      payout_id: payout.id,
      outcome,
      source,
      statement_hash,
      stated_at: tx.now().toISOString(),
      stated_by: person.id,
    })
    await setOutcome(tx, payout, all)
    const thing = { type: 'payout', id: payout.id } as const
    await tx.audit({
      personId: person.id,
      action: 'payout.outcome_stated',
      thing,
      facts: { outcome, source, standsFor: all },
    })
  }
  return { payoutId: payout.id, externalReference: payout.external_reference, outcome: all, isRepeat }
}
