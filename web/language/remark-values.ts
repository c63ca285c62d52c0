import type { Params } from '#shared/api/fault.ts'
import { reasonFor } from '#shared/api/reasons.ts'
import { alternatives } from './formats.ts'
import { say } from './rule-words.ts'

type Values = Readonly<Record<string, string | number>>

/**
 * What the message of a remark is filled with: its params, those that are texts of the rule book in the page's language. A param that is
 * not there is `none` to a message that selects by it. `shape` words what one of several numbers looks like.
 */
export function remarkValues(
  params: Params,
  shape: (number: { readonly label: string; readonly expected: string }) => string,
): Values {
  const values: Record<string, string | number> = { ...absent }
  for (const [name, value] of Object.entries(params))
    values[name] = typeof value === 'string' ? textOf(name, value) : typeof value === 'number' ? value : listOf(value)
  const { allowed, choices, shapes, documents, service, reason } = params
  if (isList(allowed) && isList(choices)) values.choices = choicesIn(allowed, choices)
  if (isList(shapes)) values.shapes = shapes.map((text) => shape(numberIn(text))).join('; ')
  if (isList(documents)) values.documents = alternatives(documents.map(say))
  if ((service === 'identity' || service === 'bank') && typeof reason === 'string')
    Object.assign(values, reasonIn(service, reason))
  return values
}

/** What a message may select by and a remark may lack. */
const absent = Object.fromEntries(
  [
    ...['allowed', 'close', 'country', 'expected', 'hint', 'instead', 'kind', 'known', 'lacking', 'meaning', 'meant'],
    ...['phone', 'prefix', 'readAs', 'reason', 'service', 'sign', 'why'],
  ].map((name) => [name, 'none']),
)

/** Params that are texts of the rule book; the others are codes and what was typed. */
const phrases = ['label', 'expected', 'hint', 'why', 'country', 'countryName', 'bank']

function textOf(name: string, value: string): string {
  return phrases.includes(name) ? say(value) : value
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

/** "CLABE: 18 digits". */
function numberIn(text: string) {
  const [label = '', expected = ''] = text.split(': ')
  return { label: say(label), expected: say(expected) }
}

/** Of a reason that the provider does not list, nothing but its code is known. */
function reasonIn(service: 'identity' | 'bank', code: string): Values {
  const reason = reasonFor(service, code)
  return reason === undefined ? {} : { kind: reason.kind, meaning: say(reason.meaning), nextStep: say(reason.nextStep) }
}
