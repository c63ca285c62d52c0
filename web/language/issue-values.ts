import type { Params } from '#shared/api/issue.ts'
import { type IssueCode, optionalParams, phraseParams } from '#shared/api/issue-codes.ts'
import { reasonFor } from '#shared/api/reasons.ts'
import { alternatives, joinList } from './formats.ts'
import { say } from './rule-words.ts'

type Values = Readonly<Record<string, string | number>>

/**
 * What the message of a issue is filled with: its params, those that are phrases of the rule book in the page's language. A param that is
 * not there is `none` to a message that selects by it. `shape` words what one of several numbers looks like.
 */
export function issueValues(
  code: IssueCode,
  params: Params,
  shape: (number: { readonly label: string; readonly expected: string }) => string,
): Values {
  const phrases = phraseParams(code)
  const values: Record<string, string | number> = Object.fromEntries(absent(code).map((name) => [name, 'none']))
  for (const [name, value] of Object.entries(params)) values[name] = wordsOf(value, phrases.includes(name))
  const { allowed, choices, labels, shapes, documents, service, reason } = params
  if (isList(allowed) && isList(choices)) values.choices = choicesIn(allowed, choices)
  if (isList(labels) && isList(shapes)) values.shapes = joinList(shapesOf(labels, shapes).map(shape))
  if (isList(documents)) values.documents = alternatives(documents.map(say))
  if ((service === 'identity' || service === 'bank') && typeof reason === 'string')
    Object.assign(values, reasonIn(service, reason))
  return values
}

/** What a message may select by and a issue may lack; a reason has more to it than its code. */
function absent(code: IssueCode): readonly string[] {
  return [...optionalParams(code), ...(code === 'validation_outcome' ? ['kind', 'meaning', 'nextStep'] : [])]
}

function wordsOf(value: Params[string], isPhrase: boolean): string | number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && isPhrase ? say(value) : listOf(value)
}

function listOf(value: Params[string]): string {
  return isList(value) ? value.join(', ') : String(value)
}

function isList(value: Params[string] | undefined): value is readonly string[] {
  return Array.isArray(value)
}

/** Each code with what it stands for: "0001 (Savings)". A currency is its own label. */
function choicesIn(codes: readonly string[], labels: readonly string[]): string {
  const listed = codes.map((code, place) => {
    const label = labels[place] ?? code
    return label.startsWith(code) ? code : `${code} (${say(label)})`
  })
  return listed.join(', ')
}

/** What each of several numbers looks like: a CLABE, 18 digits. */
function shapesOf(labels: readonly string[], shapes: readonly string[]) {
  return labels.map((label, place) => ({ label: say(label), expected: say(shapes[place] ?? '') }))
}

/** Of a reason that the provider does not list, nothing but its code is known. */
function reasonIn(service: 'identity' | 'bank', code: string): Values {
  const reason = reasonFor(service, code)
  return reason === undefined ? {} : { kind: reason.kind, meaning: say(reason.meaning), nextStep: say(reason.nextStep) }
}
