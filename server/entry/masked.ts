import type { MaskedFields } from '#shared/api/entry.ts'
import type { Issue } from '#shared/api/issue.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { type Entry, filledFields } from '#shared/payout/entry.ts'
import type { FieldTable } from '#shared/payout/fields.ts'
import { numberKey } from '../search/search-terms.ts'

/** What lists show of the secret fields: of each that is filled, its end. */
export function maskedOf(entry: Entry, fields: FieldTable): MaskedFields {
  return Object.fromEntries(secretFields(entry, fields).map(([name, value]) => [name, visibleEnd(value)]))
}

/** The values of an entry that are never shown in full: those of all secret fields that are filled. */
export function secretsIn(entry: Entry, fields: FieldTable): readonly string[] {
  return secretFields(entry, fields).map(([, value]) => value)
}

/** The secret fields of an entry that are filled, each with its value. */
export function secretFields(entry: Entry, fields: FieldTable): readonly (readonly [string, string])[] {
  const secrets = Object.entries(filledFields(entry)).filter(([name]) => fields[name]?.isSecret === true)
  return secrets.map(([name, value]) => [name, String(value)])
}

/** A request with the hidden fields by their ends: by default all that are secret. */
export function maskedRequest(
  request: PayoutRequest,
  fields: FieldTable,
  isHidden = (field: string) => fields[field]?.isSecret === true,
): PayoutRequest {
  const shown = Object.entries(request).map(([name, value]) => {
    return [name, isHidden(name) && value !== '-' ? visibleEnd(String(value)) : value] as const
  })
  return Object.fromEntries(shown)
}

/** An issue that shows no more of these secrets than their ends. Its id is different then, and confirms it just as well. */
export function maskedIssue(issue: Issue, secrets: readonly string[]): Issue {
  const keys = secrets.map(numberKey)
  const values = Object.values(issue.params).filter((value) => typeof value === 'string')
  const quoted = values.filter((value) => keys.some((key) => tells(numberKey(value), key)))
  if (quoted.length === 0) return issue
  const hide = (text: string) => quoted.reduce((hidden, value) => hidden.replaceAll(value, visibleEnd(value)), text)
  const params = Object.entries(issue.params).map(([name, value]) => [
    name,
    typeof value === 'string' ? hide(value) : value,
  ])
  return { ...issue, params: Object.fromEntries(params) }
}

/** Whether a text reveals a secret, or more of it than its end. A secret of one or two characters occurs in many texts by chance. */
function tells(text: string, secret: string): boolean {
  return (secret.length > 2 && text.includes(secret)) || (text.length > shownOf(secret.length) && secret.includes(text))
}

/** What is shown of a secret value, such as …4705, which no one takes for a number: its last characters; of an e-mail address the first one and the host. */
export function visibleEnd(value: string): string {
  const at = value.lastIndexOf('@')
  if (at >= 0) return `${at > 1 ? Array.from(value)[0] : ''}…${value.slice(at)}`
  const characters = Array.from(value.replace(/[^\p{L}\p{N}]/gu, ''))
  return `…${characters.slice(characters.length - shownOf(characters.length)).join('')}`
}

/** How many characters of a number are shown. The rest of a short one would soon be guessed: a document of eight digits has ten thousand others with its last four. */
function shownOf(length: number): number {
  return length > 8 ? 4 : Math.min(2, Math.floor(length / 2))
}
