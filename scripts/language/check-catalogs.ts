import { type IssueCode, isIssueCode, paramNames } from '#shared/api/issue-codes.ts'
import { problemParamsSchema } from '#shared/api/problem.ts'
import { argumentsOf } from './catalogs.ts'
import { filledByParams, idsOf } from './composed-ids.ts'
import type { MessageUse } from './message-uses.ts'

export type CatalogMessages = Readonly<Record<string, string>>

/**
 * What makes the catalog of another language unlike the English one: ids that only one of them has, and messages that ask for something
 * else. The sentence of a code may tell more cases apart than English does: {@link errorsOfParams} holds it.
 */
export function differences(english: CatalogMessages, other: CatalogMessages): readonly string[] {
  const both = Object.keys(english).filter((id) => other[id] !== undefined && paramsOf(id) === undefined)
  return [
    ...Object.keys(english)
      .filter((id) => other[id] === undefined)
      .map((id) => `${id} is missing`),
    ...Object.keys(other)
      .filter((id) => english[id] === undefined)
      .map((id) => `${id} is not in English`),
    ...both.flatMap((id) => {
      const [wanted, found] = [english, other].map((catalog) => argumentsOf(catalog[id] ?? '').join(', '))
      return wanted === found ? [] : [`${id} asks for ${found || 'nothing'}, in English for ${wanted || 'nothing'}`]
    }),
  ]
}

/** Messages that nothing in the product names. A form with the article is used where its name is. */
export function unusedIds(catalog: CatalogMessages, uses: readonly MessageUse[]): readonly string[] {
  const used = new Set(uses.flatMap(({ id }) => meantBy(id, catalog)))
  return Object.keys(catalog).filter((id) => !used.has(id) && !used.has(id.replace(/\.the$/, '')))
}

/** What is wrong where a message is named: no such id, a value that is missing, a value that it does not ask for. */
export function errorsOfUse({ place, id, values }: MessageUse, catalog: CatalogMessages): readonly string[] {
  const meant = meantBy(id, catalog)
  const missing = meant.filter((one) => catalog[one] === undefined).map((one) => `${place}: there is no message ${one}`)
  if (filledByParams.includes(id)) return missing
  const wanted = new Set(meant.flatMap((one) => argumentsOf(catalog[one] ?? '')))
  return [
    ...missing,
    ...(meant.length === 0 ? [`${place}: there is no message ${id}`] : []),
    ...[...wanted].filter((name) => !values.includes(name)).map((name) => `${place}: ${id} is not given ${name}`),
    ...values.filter((name) => !wanted.has(name)).map((name) => `${place}: ${id} does not ask for ${name}`),
  ]
}

/** What a sentence of an issue or a problem asks for and its code does not carry. */
export function errorsOfParams(catalog: CatalogMessages): readonly string[] {
  return Object.entries(catalog).flatMap(([id, message]) => {
    const params = paramsOf(id)
    if (params === undefined) return []
    const asked = argumentsOf(message).filter((name) => !params.includes(name))
    return asked.map((name) => `${id} asks for ${name}, which its code does not carry`)
  })
}

/** The ids that a use can mean; those of a template out of its closed list, or else out of the catalog. */
export function meantBy(id: string, catalog: CatalogMessages): readonly string[] {
  const [start = '', end] = id.split('{}')
  if (end === undefined) return [id]
  const gapOf = (one: string) => one.slice(start.length, one.length - end.length)
  const fits = (one: string) => one === start + gapOf(one) + end && /^[^.]+$/.test(gapOf(one))
  return idsOf(id) ?? Object.keys(catalog).filter(fits)
}

function paramsOf(id: string): readonly string[] | undefined {
  const [family, code = '', part] = id.split('.')
  if (family === 'issue' && isIssueCode(code)) return [...paramNames(code), ...explainedOf(code)]
  if (family === 'problem' && part === 'detail')
    return [...Object.keys(problemParamsSchema.shape), 'requestId', 'seconds', 'minutes', 'hours', 'fields']
  return undefined
}

/** What translateIssue() adds, of a reason that the interface lists. */
function explainedOf(code: IssueCode): readonly string[] {
  return paramNames(code).includes('reason') ? ['kind', 'meaning', 'nextStep'] : []
}
