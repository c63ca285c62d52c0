import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AnySaid, anyBody, issuesOn, tellingIssues } from '#shared/testing/entry-issues.ts'
import { runs } from '#shared/testing/runs.ts'
import { type IssueCode, issueParams } from './issue-codes.ts'

const issueContent = tellingIssues()

/** What the server alone says, and the page: of bodies by their schema, of names, lists, the saved beneficiaries, the checks and other payouts. */
const saidElsewhere: readonly string[] = [
  'too_long',
  'too_short',
  'not_allowed',
  'wrong_value',
  'unknown_method',
  'wrong_cursor',
  'given_twice',
  'one_of_these',
  'not_found',
  'reference_taken',
  'external_id_stays',
  'external_id_taken',
  'reason_required',
  'control_character',
  'invisible_character',
  'length',
  'weak_password',
  'wrong_code',
  'bank_named_publicly',
  'same_beneficiary',
  'document_other_account',
  'account_other_document',
  'document_already_saved',
  'details_changed',
  'details_once',
  'beneficiary_archived',
  'sample_person',
  'changed_by_import',
  'name_taken',
  'email_taken',
  'not_an_address',
  'addresses_or_any',
  'name_of_staff',
  'validation_outcome',
  'replaces_another',
  'duplicate_payout',
  'amount_above_limit',
  'amount_above_usual',
  'first_unvalidated',
  'not_called_back',
  'beneficiary_frozen',
  'notification_host',
  'row_given_twice',
  'rows_unaccounted',
  'webhook_address',
  'return_address',
] satisfies IssueCode[]

it('Every issue code of the list occurs for some entry, but for those of the server', () => {
  const codes = new Set<string>(issueContent.map(({ code }) => code))
  expect(Object.keys(issueParams).filter((code) => !codes.has(code) && !saidElsewhere.includes(code))).toEqual([])
})

it('The list of issue codes has every issue that occurs, with these params and no others', () => {
  expect([...new Set(issueContent.flatMap(problemOf))]).toEqual([])
})

it('The list of issue codes has every issue of any text in any field', () => {
  fc.assert(
    fc.property(anyBody, (body) => {
      expect(issuesOn(body).flatMap(problemOf)).toEqual([])
    }),
    { numRuns: runs(500) },
  )
})

function problemOf({ code, params }: AnySaid): readonly string[] {
  const known = Object.entries(issueParams).find(([name]) => name === code)?.[1]
  if (known === undefined) return [`${code} is not on the list`]
  return known.safeParse(params).success ? [] : [`${code}: ${JSON.stringify(params)}`]
}
