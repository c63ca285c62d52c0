import type { Issue, ParseResult } from '#shared/api/issue.ts'
import { translateIssue } from '#shared/api/issue-message.ts'
import { showsNothing } from '#shared/api/texts.ts'
import { english } from '#shared/language/english.ts'
import { requestFields } from '#shared/payout/fields.ts'
import type { PayoutPreview } from '#shared/payout/read-entry.ts'

/**
 * What is wrong with an answer, whatever was asked: no error to act on, an error without words, a value sent empty, a change
 * that does not lead from the typed value to the sent one or is not listed at all. Only tests use this file.
 */
export function problemsOf(
  reading: ParseResult<PayoutPreview | object>,
  typed: Readonly<Record<string, unknown>>,
): readonly string[] {
  if (!reading.ok)
    return reading.errors.length === 0
      ? ['refused without an error']
      : reading.errors.filter(isMute).map((error) => `mute error ${JSON.stringify(error)}`)
  return 'changes' in reading.value ? problemsOfChanges(reading.value, typed) : []
}

function isMute(issue: Issue): boolean {
  const { field, code } = issue
  return translateIssue(english, issue) === '' || (field === '' && code !== 'wrong_type' && code !== 'unknown_field')
}

function problemsOfChanges(
  { request, changes, warnings, notices }: PayoutPreview,
  typed: Readonly<Record<string, unknown>>,
): readonly string[] {
  const empty = Object.entries(request).filter(([, value]) => value === '')
  const mute = [...warnings, ...notices].filter((issue) => translateIssue(english, issue) === '')
  const broken = requestFields.filter((field) => {
    const links = changes.filter((change) => change.field === field)
    return links.length > 0 && !isChain(links, typed[field], request[field])
  })
  const silent = requestFields.filter(
    (field) =>
      typeof typed[field] === 'string' &&
      changes.every((change) => change.field !== field) &&
      String(request[field] ?? '') !== typed[field] &&
      !(request[field] === undefined && showsNothing(typed[field].replaceAll('-', ''))),
  )
  return [
    ...empty.map(([field]) => `${field} is sent empty`),
    ...mute.map(({ field }) => `${field} has an issue without words`),
    ...broken.map((field) => `changes of ${field} do not lead from ${typed[field]} to ${request[field]}`),
    ...silent.map((field) => `${field} became ${request[field]} in silence`),
  ]
}

function isChain(
  links: readonly { readonly from: string; readonly to: string | null }[],
  typed: unknown,
  sent: string | number | boolean | undefined,
): boolean {
  const ends = [
    typeof typed === 'string' || typeof typed === 'number' ? String(typed) : '',
    ...links.map(({ to }) => to),
  ]
  const starts = [...links.map(({ from }) => from), sent === undefined ? null : String(sent)]
  return ends.every((end, place) => end === starts[place] || isSameAmount(end, starts[place]))
}

/** JavaScript writes a number below a millionth with an exponent. */
function isSameAmount(one: string | null, other: string | null | undefined): boolean {
  return one?.startsWith('0.0000') === true && Number(one) === Number(other)
}
