import type { Remark } from '#shared/api/fault.ts'

/** A sentence or a name of the rule book in the page's language. */
export function say(text: string): string {
  return text
}

/** What is wrong with a field, or to be looked at again, in the page's language: worded from its code and parameters. */
export function remarkText({ detail }: Pick<Remark, 'code' | 'params' | 'detail'>): string {
  return detail
}
