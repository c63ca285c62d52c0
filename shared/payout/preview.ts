import { type Issue, issueOn, mostErrors, type Reading } from '#shared/api/issue.ts'
import type { PayoutPreview } from '#shared/api/payout-preview.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { countryCodes, isCountryCode } from '#shared/rule-book/country-codes.ts'
import { entryFields } from '#shared/rule-book/entry-fields.ts'
import { generalUses } from '#shared/rule-book/field-uses.ts'
import { givenIn, settled } from './given.ts'
import { upperCode } from './read-code.ts'
import { readEntry } from './read-entry.ts'
import { readUse } from './read-use.ts'
import { isBlank, type RawEntry } from './typed-value.ts'
import { unknownFields } from './unknown-fields.ts'
import { isTooLong, tooLong, wholeBody, wrongType } from './wrong-type.ts'

/**
 * Reads an entry of any shape and answers the exact payout request with all changes, warnings and notices,
 * or every error at once, up to a hundred. Never throws. Interface, part C.
 */
export function previewPayout(body: unknown): Reading<PayoutPreview> {
  if (!isRawEntry(body)) return { ok: false, errors: [notAnObject(body)] }
  const code = typeof body.country === 'string' && !isTooLong(body.country) ? upperCode(body.country).value : undefined
  if (!isCountryCode(code)) return refusedFor([countryError(body.country), ...generalErrors(body)])
  const { request, errors, changes, warnings, notices } = readEntry(ruleBook[code], body)
  if (errors.length > 0) return refusedFor(errors)
  return { ok: true, value: { request, changes: [...changes], warnings: [...warnings], notices: [...notices] } }
}

export function isRawEntry(body: unknown): body is RawEntry {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
}

export function notAnObject(body: unknown): Issue {
  return wrongType('', wholeBody, 'object', body)
}

/** What can be said before the country is known: of the fields that every country has. */
function generalErrors(body: RawEntry): readonly Issue[] {
  const given = settled(givenIn(body), generalUses)
  const context = { country: undefined, given, isTypedByPerson: false }
  const asked = entryFields.filter((field) => field !== 'country' && generalUses[field].use === 'asked')
  const readings = asked.map((field) => readUse(field, body[field], generalUses[field], context))
  return [...unknownFields(body), ...readings.flatMap(({ errors }) => errors)]
}

function refusedFor(errors: readonly Issue[]): Reading<never> {
  return { ok: false, errors: errors.slice(0, mostErrors) }
}

function countryError(given: unknown): Issue {
  if (isTooLong(given)) return tooLong('country', 'Country')
  const allowed = [...countryCodes]
  const advice = `Use one of ${allowed.join(', ')}.`
  if (isBlank(given)) {
    const params = { label: 'Country', act: 'choose', allowed } as const
    return issueOn('country', 'missing', params, `Choose the country. ${advice}`)
  }
  if (typeof given !== 'string') return wrongType('country', 'Country', 'text', given)
  const detail = `“${given}” is not a country that can be paid. ${advice}`
  return issueOn('country', 'unknown_country', { given, allowed }, detail)
}
