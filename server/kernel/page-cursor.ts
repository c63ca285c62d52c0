import { issueOn } from '#shared/api/issue.ts'
import { unkept } from '#shared/api/texts.ts'
import { Failure } from './failure.ts'

/** A place in a list of two keys, such as a time and an id, as the text that a page sends back to go on from there. */
export function writeCursor(key: string, id: string): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url')
}

/**
 * The place that {@link writeCursor} made a text of; undefined without one.
 * @throws Failure FIELDS_INVALID
 */
export function readCursor(cursor: string | undefined): { readonly key: string; readonly id: string } | undefined {
  if (cursor === undefined) return undefined
  const [key, id] = listIn(cursor)
  if (isKept(key) && isKept(id) && writeCursor(key, id) === cursor) return { key, id }
  const error = issueOn('cursor', 'wrong_cursor', {})
  throw new Failure('FIELDS_INVALID', { errors: [error] })
}

/** What no database can hold is no place in a list. */
function isKept(value: unknown): value is string {
  return typeof value === 'string' && !unkept.test(value)
}

function listIn(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
