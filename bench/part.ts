import * as z from 'zod/mini'

const goalSchema = z.union([
  /** At most so many times what a peer takes, or as fast as that many times it. */
  z.object({ times: z.number(), of: z.string() }),
  z.object({ most: z.number() }),
  z.object({ least: z.number() }),
])

const lineSchema = z.object({
  what: z.string(),
  unit: z.string(),
  ours: z.number(),
  /** The same of others, from the same run. */
  peers: z.optional(z.record(z.string(), z.number())),
  goal: z.optional(goalSchema),
  /** More is better, as rows a second; else less is. */
  more: z.optional(z.boolean()),
  note: z.optional(z.string()),
})

/** What a program of the bench has measured: a line of the table in docs/performance.md. */
export type Line = z.infer<typeof lineSchema>

export const partSchema = z.object({ lines: z.array(lineSchema) })

/** The one line on stdout that ends a program of the bench; all that is for who watches it goes to stderr. */
export function printPart(lines: readonly Line[]): void {
  process.stdout.write(`${JSON.stringify({ lines })}\n`)
}

/** For who watches. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(part * values.length) - 1] ?? Number.NaN
}
