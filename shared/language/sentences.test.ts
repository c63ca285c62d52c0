import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type IssueContent, issueContent } from '#shared/api/issue.ts'
import { isIssueCode } from '#shared/api/issue-codes.ts'
import { translateIssue } from '#shared/api/issue-message.ts'
import { payoutStates } from '#shared/api/payout.ts'
import { isProblemCode, type ProblemParams, problemCodes, problemParamsSchema } from '#shared/api/problem.ts'
import { translateProblem } from '#shared/api/problem-message.ts'
import { reasons } from '#shared/api/reasons.ts'
import { validationIssue } from '#shared/api/validation-issue.ts'
import { english } from '#shared/language/english.ts'
import type { Message, ReceivedParams } from '#shared/language/message.ts'
import { englishIn } from '#shared/testing/english-words.ts'
import { anyBody, issuesOn, tellingIssues } from '#shared/testing/entry-issues.ts'
import { everyLanguage } from '#shared/testing/every-language.ts'
import { runs } from '#shared/testing/runs.ts'

const issues: readonly IssueContent[] = [...known(tellingIssues()), ...ofValidations(), ...ofServer()]

test.each(everyLanguage)('Every issue of an entry is a whole sentence in $language', ({ language, translate }) => {
  const bad = (found: readonly IssueContent[]) =>
    found
      .map((issue) => [translateIssue(translate, issue), issue.params] as const)
      .filter(([text, params]) => isBroken(language, text, params))
  expect(issues.length).toBeGreaterThan(500)
  expect(bad(issues)).toEqual([])
  fc.assert(
    fc.property(anyBody, (body) => {
      expect(bad(known(issuesOn(body)))).toEqual([])
    }),
    { numRuns: runs(100) },
  )
})

test.each(everyLanguage)('Every problem is a whole sentence in $language', ({ language, translate }) => {
  const told = Object.keys(problemCodes)
    .filter(isProblemCode)
    .flatMap((code) => variants.map((params) => ({ code, params })))
  const said = told.map(
    (problem) => [problem.code, translateProblem(translate, { ...problem, requestId: 'x', fields: ['x'] })] as const,
  )
  expect(said.filter(([, text]) => isBroken(language, text, {}))).toEqual([])
})

/** English in another language, a param that is not there, what is left of a message. */
function isBroken(language: string, text: string, params: ReceivedParams): boolean {
  const own = Object.values(params).flatMap(typedIn).reduce(withoutWord, text)
  return text === '' || leftOver.test(own) || (language !== 'en' && englishIn(own).length > 0)
}

const leftOver = /undefined|\[object|[{}]| {2}| $/

/** Typed texts and codes, which may be anything. */
function typedIn(param: ReceivedParams[string]): readonly string[] {
  if (typeof param !== 'object') return [String(param)].filter((text) => text.trim() !== '')
  return 'id' in param ? Object.values(param.params ?? {}).flatMap(typedIn) : param.flatMap(typedIn)
}

/** A value of one letter does not hide that letter in every word. */
function withoutWord(text: string, value: string): string {
  const exact = value.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${exact}(?![\\p{L}\\p{N}])`, 'gu'), 'x')
}

function known(said: readonly { readonly code: string; readonly params: ReceivedParams }[]): readonly IssueContent[] {
  return said.flatMap(({ code, params }) => (isIssueCode(code) ? [{ code, params }] : []))
}

/** Of every outcome of a validation that speaks against paying. */
function ofValidations(): readonly IssueContent[] {
  const explained = reasons.map(({ service, status, code }) => ({ service, outcome: status, reason: code }))
  const others = (['identity', 'bank'] as const).flatMap((service) => [
    { service, outcome: 'NOK', reason: null },
    { service, outcome: 'OK', reason: 'SOMETHING_NEW' },
    { service, outcome: 'NOT_VALIDATED', reason: null },
  ])
  return [...explained, ...others].map((outcome) => validationIssue({ ...outcome, correlationId: 'c' }))
}

/** One of each that the server alone says. */
function ofServer(): readonly IssueContent[] {
  const ofBeneficiary = { beneficiaryId: 'b' }
  return [
    issueContent('too_short', { label: 'details', min: 3 }),
    issueContent('too_short', { label: 'name', min: 1, unit: 'characters' }),
    issueContent('not_allowed', { label: 'details', allowed: ['a', 'b'] }),
    issueContent('wrong_value', { label: 'details' }),
    issueContent('missing', { label: 'details', act: 'give' }),
    issueContent('unknown_method', { given: 'x', allowed: ['bank'] }),
    issueContent('length', { max: 60, given: 61 }),
    ...(['in_review', 'approved', 'exported'] as const).flatMap((state) =>
      (['newer', 'older'] as const).map((order) =>
        issueContent('details_changed', {
          payoutId: 'x',
          state,
          order,
          changes: detailsChanges(),
          times: [],
          from: 'a',
          to: 'b',
        }),
      ),
    ),
    issueContent('duplicate_payout', { payoutId: 'x', at: 'x' }),
    ...(['person', 'country', 'currency'] as const).map((what) =>
      issueContent('replaces_another', { payoutId: 'x', what, to: 'x', currency: 'x' }),
    ),
    issueContent('reference_taken', { payoutId: 'x' }),
    ...(['wrong_cursor', 'given_twice', 'not_found', 'control_character'] as const).map((code) =>
      issueContent(code, {}),
    ),
    issueContent('invisible_character', { codePoint: 'U+3164' }),
    issueContent('mixed_letters', { letter: 'а', codePoint: 'U+0430' }),
    ...(
      [
        'same_beneficiary',
        'document_other_account',
        'account_other_document',
        'document_already_saved',
        'beneficiary_archived',
      ] as const
    ).map((code) => issueContent(code, ofBeneficiary)),
  ]
}

/** What the sentences of problems can name. */
const named: ProblemParams = {
  ...{ most: 3, line: 1, column: 2, field: 'x', parser: 'X', method: 'PUT', allow: 'GET', status: 404 },
  ...{ trace: 'x', reason: 'ECONNRESET', attempts: 2, limit: 5, currency: 'BRL', calls: 7 },
}

const { what, why, act } = problemParamsSchema.shape

/** Each case that the params of a problem can tell apart, and none. */
const variants: readonly ProblemParams[] = [
  named,
  ...what.def.innerType.options.map((what) => ({ ...named, what })),
  ...why.def.innerType.options.map((why) => ({ ...named, why })),
  ...act.def.innerType.options.map((act) => ({ ...named, act })),
  ...payoutStates.map((state) => ({ ...named, why: 'state' as const, state })),
]

/** A field that was changed, filled, emptied, or has other digits before the same end; by a known person or by no one yet. */
function detailsChanges(): readonly Message[] {
  return ['other', 'added', 'removed', 'inside'].flatMap((kind) =>
    ['known', 'none'].map((who) => ({
      id: 'details.change',
      params: { label: { id: 'field.accountNumber' }, kind, before: '…6655', now: '…3311', who, name: 'Ana' },
    })),
  )
}

test('A value with the signs of a message is put in as it is', () => {
  const name = '{name} {n, plural, other {#}} <b>%s</b>'
  expect(english('beneficiaries.erase.title', { name })).toContain(name)
})

test('A name written from right to left is isolated, so that it does not reverse the text beside it', () => {
  const title = (name: string) => english('beneficiaries.erase.title', { name })
  expect(title('سلمى حداد')).toBe(title('Salma').replace('Salma', '\u2068سلمى حداد\u2069'))
})
