import type { ReceivedParams, Translate } from '#shared/language/message.ts'
import { type IssueCode, optionalParams } from './issue-codes.ts'
import { reasonFor } from './reasons.ts'

/** The sentence of an issue in a language: what was expected, what was seen, what to do. */
export function translateIssue(
  translate: Translate,
  { code, params }: { readonly code: IssueCode; readonly params: ReceivedParams },
): string {
  return translate(`issue.${code}`, { ...absent(code), ...explained(params), ...params })
}

/** A message selects by what its issue may lack. */
function absent(code: IssueCode): Readonly<Record<string, string>> {
  const names = [...optionalParams(code), ...(code === 'validation_outcome' ? ['kind', 'meaning', 'nextStep'] : [])]
  return Object.fromEntries(names.map((name) => [name, 'none']))
}

/** Of a reason that the provider does not list, nothing but its code is known. */
function explained({ service, reason }: ReceivedParams): ReceivedParams {
  if ((service !== 'identity' && service !== 'bank') || typeof reason !== 'string') return {}
  const known = reasonFor(service, reason)
  if (known === undefined) return {}
  return { kind: known.kind, meaning: { id: known.meaning }, nextStep: { id: known.nextStep } }
}
