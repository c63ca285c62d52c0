import type { Problem } from '#shared/api/problem.ts'

/** What happened, in a few words without a full stop. */
export function problemTitle({ title }: Problem): string {
  return title
}

/** What happened and what to do, in one or two sentences. */
export function problemDetail({ detail, errors }: Problem): string {
  return errors?.[0]?.detail ?? detail
}
