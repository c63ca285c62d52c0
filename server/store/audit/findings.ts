import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { Tables } from '../schema.ts'

const factsSchema = z.object({
  question: z.string(),
  finding: z.optional(z.string()),
  outcome: z.string(),
  correlationId: z.string(),
})

/** What the newest validation that ran has of a question, where compliance has to look: by keyed hashes of the question and of the reason. */
export type Finding = z.infer<typeof factsSchema>

/** The findings that no newer validation of the same question has lifted: a row that was removed or changed can contradict them. */
export interface Findings {
  /** To be called with each entry, in their order. */
  take(row: Pick<Selectable<Tables['audit']>, 'action' | 'facts'>): void
  /** By the hashes of questions. */
  of(questions: readonly string[]): ReadonlyMap<string, Finding>
}

export function createFindings(): Findings {
  const byQuestion = new Map<string, Finding>()
  return {
    take({ action, facts }) {
      if (action !== 'validation.asked') return
      const { data } = z.safeParse(factsSchema, JSON.parse(facts))
      if (data === undefined) return
      if (data.finding === undefined) byQuestion.delete(data.question)
      else byQuestion.set(data.question, data)
    },
    of: (questions) =>
      new Map(
        questions.flatMap((question) => {
          const finding = byQuestion.get(question)
          return finding === undefined ? [] : [[question, finding] as const]
        }),
      ),
  }
}
