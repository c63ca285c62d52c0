import type * as z from 'zod/mini'
import { mostStatements, type Outcome, outcomeChecksAnswerSchema, outcomesAnswerSchema } from '#shared/api/outcome.ts'
import type { Problem } from '#shared/api/problem.ts'
import { postJson } from '../api/api.ts'
import type { OutcomeFileRow } from './statements.ts'

/** A row whose outcome the server refuses, and why. */
export interface RefusedRow {
  readonly stated: OutcomeFileRow
  readonly problem: Pick<Problem, 'code' | 'params' | 'detail'>
}

/** How the rows of a file compare with the recorded outcomes. */
export interface Comparison {
  /** Their payouts have no outcome yet. */
  readonly fresh: readonly OutcomeFileRow[]
  /** Their payouts already have the same outcome. */
  readonly same: readonly OutcomeFileRow[]
  /** Their payouts have another outcome. */
  readonly contradicting: readonly OutcomeFileRow[]
  readonly refused: readonly RefusedRow[]
}

/** Called with the number of rows done. */
type ProgressListener = (done: number) => void

export async function compareAll(rows: readonly OutcomeFileRow[], report: ProgressListener): Promise<Comparison> {
  const found: Record<ComparisonKind, OutcomeFileRow[]> = { fresh: [], same: [], contradicting: [] }
  const refused: RefusedRow[] = []
  await inChunks(rows, report, async (some) => {
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

type ComparisonKind = 'fresh' | 'same' | 'contradicting'

function kindOf({ statement }: OutcomeFileRow, before: Outcome | null): ComparisonKind {
  if (before === null) return 'fresh'
  return before === statement.outcome ? 'same' : 'contradicting'
}

/** The result of recording the outcomes of a file. */
export interface RecordedOutcomes {
  readonly taken: number
  /** The same outcomes were recorded before: nothing was changed. */
  readonly repeated: number
  readonly refused: readonly RefusedRow[]
}

export const outcomeAnswerSchema = outcomesAnswerSchema.shape.outcomes.def.element

/** What became of the rows of a list, in its order. */
export function recordedOutcomes(
  rows: readonly OutcomeFileRow[],
  answers: readonly z.infer<typeof outcomeAnswerSchema>[],
): RecordedOutcomes {
  const isRepeat = (answer: (typeof answers)[number]) => 'isRepeat' in answer && answer.isRepeat
  const refused = answers.flatMap((answer, place) => {
    const stated = rows[place]
    return 'problem' in answer && stated !== undefined ? [{ stated, problem: answer.problem }] : []
  })
  const repeated = answers.filter(isRepeat).length
  return { taken: answers.filter((answer) => !('problem' in answer)).length - repeated, repeated, refused }
}

async function inChunks(
  rows: readonly OutcomeFileRow[],
  report: ProgressListener,
  each: (some: readonly OutcomeFileRow[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += mostStatements) {
    await each(rows.slice(from, from + mostStatements))
    report(Math.min(rows.length, from + mostStatements))
  }
}
