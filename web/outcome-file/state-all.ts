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

/** Records outcomes in chunks. What was recorded before a failure stays, and counts as a repeat the next time. */
export async function stateAll(
  rows: readonly OutcomeFileRow[],
  file: string,
  report: ProgressListener,
): Promise<RecordedOutcomes> {
  let taken = 0
  let repeated = 0
  const refused: RefusedRow[] = []
  await inChunks(rows, report, async (some) => {
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
  rows: readonly OutcomeFileRow[],
  report: ProgressListener,
  each: (some: readonly OutcomeFileRow[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += mostStatements) {
    await each(rows.slice(from, from + mostStatements))
    report(Math.min(rows.length, from + mostStatements))
  }
}
