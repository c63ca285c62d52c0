import { issueOn } from '#shared/api/issue.ts'
import { unkept } from '#shared/api/texts.ts'
import { Failure } from './failure.ts'

/** The lists that come in pages. A cursor names its own, as a place in another one would leave things out without a word. */
type PagedList =
  | 'batches'
  | 'beneficiaries'
  | 'confirmations'
  | 'details links'
  | 'events'
  | 'exports'
  | 'outcomes'
  | `payouts by ${string}`
  | 'refused payouts'

/** A place in a list of two keys, such as a time and an id, as the text that a page sends back to go on from there. */
export function writeCursor(list: PagedList, key: string, id: string): string {
  return Buffer.from(JSON.stringify([list, key, id])).toString('base64url')
}

/**
 * The place that {@link writeCursor} made a text of; undefined without one.
 * @throws Failure FIELDS_INVALID
 */
export function readCursor(
  list: PagedList,
  cursor: string | undefined,
): { readonly key: string; readonly id: string } | undefined {
  if (cursor === undefined) return undefined
  const [, key, id] = partsOf(cursor)
  if (isKept(key) && isKept(id) && writeCursor(list, key, id) === cursor) return { key, id }
  throw wrongCursor()
}

export function wrongCursor(): Failure {
  return new Failure('FIELDS_INVALID', { errors: [issueOn('cursor', 'wrong_cursor', {})] })
}

/** What no database can hold is no place in a list. */
function isKept(value: unknown): value is string {
  return typeof value === 'string' && !unkept.test(value)
}

function partsOf(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
