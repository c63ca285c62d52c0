import { read, valueImportsOf } from '../house/source-files.ts'
import { messagesIn } from './catalogs.ts'
import { usesIn } from './message-uses.ts'

export interface PageWords {
  /** What the page can show from its start. */
  readonly first: ReadonlySet<string>
  /** What the parts that it may load later can show besides. */
  readonly later: ReadonlySet<string>
}

/** The ids of the messages that a page can show, read from the sources that it is made of: a page of few parts is served with few words. */
export function pageWords(start: string): PageWords {
  const ids = Object.keys(messagesIn('en'))
  const { atOnce, all } = modulesOf(start)
  const first = idsIn(atOnce, ids)
  return { first, later: new Set([...idsIn(all, ids)].filter((id) => !first.has(id))) }
}

function modulesOf(start: string) {
  const atOnce = new Set([start])
  for (const path of atOnce) for (const { path: found, isLater } of importedBy(path)) if (!isLater) atOnce.add(found)
  const all = new Set(atOnce)
  for (const path of all) for (const { path: found } of importedBy(path)) all.add(found)
  return { atOnce, all }
}

function importedBy(path: string) {
  return valueImportsOf(path, read(path)).filter((found) => /\.tsx?$/.test(found.path))
}

function idsIn(paths: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  const known = new Set(ids)
  const sources = [...paths].map((path) => ({ path, source: read(path) }))
  const named = new Set(
    sources.flatMap(({ path, source }) =>
      usesIn(path, source, (text) => known.has(text) || text.includes('{}')).map(({ id }) => id),
    ),
  )
  const isNamed = (id: string) => named.has(id) || [...named].some((template) => isFilled(template, id))
  const code = sources.filter(({ path }) => !findNothing.includes(path)).map(({ source }) => source)
  const isFound = (id: string) => !id.startsWith('issue.') || code.some((text) => text.includes(`'${id.slice(6)}'`))
  // A label also has a form with its article.
  return new Set(ids.filter((id) => isNamed(id.endsWith('.the') ? id.slice(0, -4) : id) && isFound(id)))
}

/**
 * They name codes that this page does not find: the tables name all, amounts and what the provider answers are no matter of a payee, and remedies
 * are for what others find.
 */
const findNothing = [
  'shared/api/issue-codes.ts',
  'shared/api/reasons.ts',
  'shared/api/warning-codes.ts',
  'shared/payout/amount.ts',
  'shared/payout/remedies.ts',
]

/** `remedy.use.done` fills `remedy.{}.done`; what is all gap fills nothing. */
function isFilled(template: string, id: string): boolean {
  const [before = '', after = ''] = template.split('{}')
  return before.includes('.') && template.includes('{}') && id.startsWith(before) && id.endsWith(after)
}
