import { mostStatements, type Outcome, outcomeChecksAnswerSchema, outcomesAnswerSchema } from '#shared/api/outcome.ts'
import type { Problem } from '#shared/api/problem.ts'
import { postJson } from '../api/api.ts'
import type { StatedRow } from './statements.ts'

/** A row of which the server says that nothing can be stated, and why. */
export interface RefusedRow {
  readonly stated: StatedRow
  readonly problem: Pick<Problem, 'code' | 'params' | 'detail'>
}

/** How the rows of a file meet what is known of the payouts. */
export interface Comparison {
  /** Of whose payouts nothing was stated yet. */
  readonly fresh: readonly StatedRow[]
  /** Of whose payouts the same was stated before. */
  readonly same: readonly StatedRow[]
  /** Of whose payouts something else was stated before. */
  readonly contradicting: readonly StatedRow[]
  readonly refused: readonly RefusedRow[]
}

/** Called with how many rows are done. */
type Tell = (done: number) => void

export async function compareAll(rows: readonly StatedRow[], tell: Tell): Promise<Comparison> {
  const found: Record<Kind, StatedRow[]> = { fresh: [], same: [], contradicting: [] }
  const refused: RefusedRow[] = []
  await inChunks(rows, tell, async (some) => {
    const payouts = some.map(({ statement: { payoutId, externalReference } }) => ({ payoutId, externalReference }))
    const answers = await postJson('/api/outcome-checks', { payouts }, outcomeChecksAnswerSchema)
    for (const [place, answer] of answers.payouts.entries()) {
      const stated = some[place]
      if (stated === undefined) continue
      if ('problem' in answer) refused.push({ stated, problem: answer.problem })
      else found[kindOf(stated, answer.outcome)].push(stated)
    }
  })
  return { ...found, refused }
}

type Kind = 'fresh' | 'same' | 'contradicting'

function kindOf({ statement }: StatedRow, before: Outcome | null): Kind {
  if (before === null) return 'fresh'
  return before === statement.outcome ? 'same' : 'contradicting'
}

/** What became of the statements of a file. */
export interface Stated {
  readonly taken: number
  /** Exactly these had been stated before: nothing was changed. */
  readonly repeated: number
  readonly refused: readonly RefusedRow[]
}

/** States rows some at a time. What was stated before a failure stays, and is a repeat when it is stated again. */
export async function stateAll(rows: readonly StatedRow[], file: string, tell: Tell): Promise<Stated> {
  let taken = 0
  let repeated = 0
  const refused: RefusedRow[] = []
  await inChunks(rows, tell, async (some) => {
    const body = { outcomes: some.map(({ statement }) => statement), file }
    const answers = await postJson('/api/outcomes', body, outcomesAnswerSchema)
    for (const [place, answer] of answers.outcomes.entries()) {
      const stated = some[place]
      if (!('problem' in answer)) {
        if (answer.isRepeat) repeated += 1
        else taken += 1
      } else if (stated !== undefined) refused.push({ stated, problem: answer.problem })
    }
  })
  return { taken, repeated, refused }
}

async function inChunks(
  rows: readonly StatedRow[],
  tell: Tell,
  each: (some: readonly StatedRow[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += mostStatements) {
    await each(rows.slice(from, from + mostStatements))
    tell(Math.min(rows.length, from + mostStatements))
  }
}
