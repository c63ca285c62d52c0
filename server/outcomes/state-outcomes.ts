import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import { canonicalJson } from '#shared/api/canonical-json.ts'
import {
  mostStatementsOfPayout,
  type OutcomeStatement,
  type OutcomesWrite,
  outcomeOf,
  type outcomesAnswerSchema,
} from '#shared/api/outcome.ts'
import { caughtFailure, Failure } from '../kernel/failure.ts'
import { statementColumns } from '../payouts/outcome-facts.ts'
import type { Member } from '../people/member.ts'
import type { SendersStore } from '../people/sender.ts'
import type { Transaction } from '../store/store.ts'
import { type PacedGroups, unbroken } from '../writes/paced-groups.ts'
import { addOutcome, setOutcome } from './outcome-rows.ts'
import { statedPayout, statementProblem } from './stated-payout.ts'
import { statementsOn } from './statements.ts'

type OutcomeAnswers = z.input<typeof outcomesAnswerSchema>['outcomes']

interface Deps {
  readonly store: SendersStore
  readonly groups: PacedGroups
  /** Is told of each that is refused. */
  noteRefused(error: Failure): Promise<void>
}

/** Saves reported outcomes of payouts, some at a time; each is accepted or refused individually. */
export async function stateOutcomes(
  { store, groups, noteRefused }: Deps,
  person: Member,
  { outcomes: statements, file }: OutcomesWrite,
): Promise<OutcomeAnswers> {
  const answers: OutcomeAnswers = []
  const source = person.ownerIds.length > 0 ? 'api' : file === undefined ? 'hand' : 'file'
  const stateSome = async (some: readonly OutcomeStatement[]) => {
    const stated = await store.write(async (tx) => {
      const own: (OutcomeAnswers[number] | Failure)[] = []
      for (const statement of some)
        own.push(await stateOne(tx, person, statement, { source, file }).catch(caughtFailure))
      return own
    })
    await Promise.all(stated.map((one) => (one instanceof Failure ? noteRefused(one) : undefined)))
    answers.push(...stated.map((one) => (one instanceof Failure ? statementProblem(one) : one)))
    return some.length
  }
  await groups.run(statements, stateSome, unbroken)
  return answers
}

interface Source {
  readonly source: 'hand' | 'file' | 'api'
  readonly file: string | undefined
}

/** @throws Failure FIELDS_INVALID, NOT_FOUND, TAMPERED, ERASED, STATE_CONFLICT */
async function stateOne(
  tx: Transaction,
  person: Member,
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
