import fc from 'fast-check'
import compile from 'icu-minify/compile'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type IssueCode, isIssueCode, issueParams, phraseParams } from '#shared/api/issue-codes.ts'
import { reasons } from '#shared/api/reasons.ts'
import { validationIssue } from '#shared/api/validation-issue.ts'
import { isLanguage, type Language } from '#shared/language/languages.ts'
import { wholeBody } from '#shared/payout/wrong-type.ts'
import { inSentence } from '#shared/rule-book/field-label.ts'
import { englishIn } from '#shared/testing/english-words.ts'
import { type AnySaid, anyBody, issuesOn, tellingIssues } from '#shared/testing/entry-issues.ts'
import { runs } from '#shared/testing/runs.ts'
import { changeLanguage, worded } from './catalog.ts'
import { alternatives } from './formats.ts'
import { issueValues } from './issue-values.ts'
import spanish from './issue-words/es.json?raw'
import french from './issue-words/fr.json?raw'
import portuguese from './issue-words/pt-BR.json?raw'
import { issueText } from './issue-words.ts'
import { language as pageLanguage } from './language.ts'
import { say } from './rule-words.ts'
import english from './testing/english-issues.json'
import { isSameInAll } from './testing/same-in-all.ts'

const catalogs = {
  es: messagesIn(spanish),
  'pt-BR': messagesIn(portuguese),
  fr: messagesIn(french),
} satisfies Record<Exclude<Language, 'en'>, unknown>

/** Sentences of the rule book without parts: its own words say them. */
const saidByTheRuleBook: readonly string[] = [
  'undocumented_values',
  'cci_real_time',
  'instant_payment',
] satisfies IssueCode[]

const ids = Object.keys(english)
const issueContent = [...tellingIssues(), ...ofChecks()]

describe('The words of codes', () => {
  it('are there for each code of the list', () => {
    const worded = [...saidByTheRuleBook, ...ids.filter((id) => id !== 'number.shape')]
    expect(worded.toSorted()).toEqual(Object.keys(issueParams).toSorted())
  })

  it('ask in English for no other than the params', () => {
    expect(Object.entries(english).flatMap(askedInVain)).toEqual([])
  })

  it('make the very sentence of the API in English, so that the params suffice', () => {
    expect(issueContent.length).toBeGreaterThan(500)
    expect(issueContent.map(inEnglish)).toEqual(issueContent.map(({ detail }) => detail))
  })

  it('are that sentence in English', () => {
    expect(issueContent.map(issueText)).toEqual(issueContent.map(({ detail }) => detail))
  })
})

describe.each(Object.entries(catalogs))('The words of codes in %s', (language, messages) => {
  beforeAll(async () => {
    vi.stubGlobal('document', { documentElement: {} })
    if (isLanguage(language)) await changeLanguage(language)
    expect(pageLanguage()).toBe(language)
  })

  afterAll(async () => {
    await changeLanguage('en')
    vi.unstubAllGlobals()
  })

  it('are all there, in the order of the others', () => {
    expect(Object.keys(messages)).toEqual(ids)
  })

  it('ask for no other than the params', () => {
    expect(Object.entries(messages).flatMap(askedInVain)).toEqual([])
  })

  it('have no straight apostrophe, which would quote what follows it', () => {
    expect(Object.values(messages).filter((message) => message.includes("'"))).toEqual([])
  })

  it('say everything that can be said of an entry', () => {
    expect(issueContent.flatMap(badlySaid)).toEqual([])
  })

  it('say everything that the server says', () => {
    expect(ofServer().flatMap(badlySaid)).toEqual([])
  })

  it('say everything that can be said of any text in any field', () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        expect(issuesOn(body).flatMap(badlySaid)).toEqual([])
      }),
      { numRuns: runs(300) },
    )
  })
})

it.each([
  { standard: 'clabe', words: 'CLABE: el dígito verificador no concuerda' },
  { standard: 'luhn', words: 'CLABE: el dígito verificador no concuerda' },
  { standard: 'cpf', words: 'CLABE: los dígitos verificadores no concuerdan' },
])('The check digits of a number are as many in Spanish as it has: $standard', ({ standard, words }) => {
  const params = issueValues('check_digit', { label: 'CLABE', value: '1', standard }, () => '')
  const message = Object.entries(catalogs.es).find(([code]) => code === 'check_digit')?.[1] ?? ''
  expect(worded(compile(message), params)).toContain(words)
})

/** What a reader would stumble over: English, a param that is not there, what is left of a message. */
function badlySaid(issue: AnySaid): readonly string[] {
  const words = issueText(issue)
  const own = typedIn(issue).reduce(withoutWord, words)
  const isBad = words === '' || words === issue.detail || broken.test(own) || englishIn(own, ['amount']).length > 0
  const untold = phrasesIn(issue).filter((phrase) => say(phrase) === phrase && !isSameInAll(phrase))
  return [...(isBad ? [`${issue.code}: ${words}`] : []), ...untold.map((phrase) => `${issue.code}: “${phrase}”`)]
}

const broken = /undefined|none|\[object|[{}]| {2}| $/

/** Codes, and what somebody typed, which may be anything. */
function typedIn({ code, params }: AnySaid): readonly string[] {
  const phrases = phrasesOf(code)
  const typed = Object.entries(params).flatMap(([name, value]) => (phrases.includes(name) ? [] : [value].flat()))
  return typed.map(String).filter((value) => value.trim() !== '')
}

function phrasesIn({ code, params }: AnySaid): readonly string[] {
  return phrasesOf(code)
    .flatMap((name) => params[name] ?? [])
    .map(String)
}

function phrasesOf(code: string): readonly string[] {
  return isIssueCode(code) ? phraseParams(code) : []
}

/** A value of one letter does not hide that letter in every word. */
function withoutWord(text: string, value: string): string {
  const exact = value.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${exact}(?![\\p{L}\\p{N}])`, 'gu'), 'x')
}

function inEnglish({ code, params, detail }: AnySaid): string {
  const message = Object.entries(english).find(([id]) => id === code)?.[1]
  if (message === undefined || !isIssueCode(code)) return detail
  const { label, documents } = params
  const values = issueValues(code, params, ({ label, expected }) => `${label}: ${expected}`)
  return worded(compile(message), {
    ...values,
    ...(typeof label === 'string' && { labelInside: inSentence(label) }),
    ...(Array.isArray(documents) && { documents: alternatives(documents.map((name) => inSentence(String(name)))) }),
  })
}

/** Of every outcome of a check that speaks against paying. */
function ofChecks(): readonly AnySaid[] {
  const outcomes = reasons.map(({ service, status, code }) => ({ service, outcome: status, reason: code }))
  const unexplained = (['identity', 'bank'] as const).flatMap((service) => [
    { service, outcome: 'NOK', reason: null },
    { service, outcome: 'OK', reason: 'SOMETHING_NEW' },
    { service, outcome: 'NOT_VALIDATED', reason: null },
  ])
  return [...outcomes, ...unexplained].map((outcome) => validationIssue({ ...outcome, correlationId: 'c' }))
}

/** One of each that the server alone says. */
function ofServer(): readonly AnySaid[] {
  const label = 'details'
  const others: readonly (readonly [IssueCode, AnySaid['params']])[] = [
    ['too_long', { label, max: 3 }],
    ['too_short', { label, min: 3 }],
    ['not_allowed', { label, allowed: ['a', 'b'] }],
    ['wrong_value', { label }],
    ['missing', { label, act: 'give' }],
    ['wrong_type', { label, expected: 'list', found: 'text' }],
    ['wrong_type', { label: wholeBody, expected: 'object', found: 'list' }],
    ['unknown_method', { given: 'x', allowed: ['bank'] }],
    ['length', { max: 60, given: 61 }],
    ...(['wrong_cursor', 'given_twice', 'not_found', 'control_character', 'mixed_letters'] as const).map(
      (code) => [code, {}] as const,
    ),
    ...(
      ['same_beneficiary', 'document_other_account', 'account_other_document', 'document_already_saved'] as const
    ).map((code) => [code, { beneficiaryId: 'b' }] as const),
    ['beneficiary_archived', { beneficiaryId: 'b' }],
    ['bank_changed', { beneficiaryId: 'b', lastPayoutAt: 'x', account: 'x' }],
    ['duplicate_payout', { payoutId: 'x', at: 'x' }],
    ['reference_taken', { payoutId: 'x' }],
  ]
  return others.map(([code, params]) => ({ code, params, detail: 'In English.' }))
}

/** What a message asks for beside the params of its code. */
function askedInVain([code, message]: readonly [string, string]): readonly string[] {
  return namesIn(message).flatMap((name) => (paramsOf(code).includes(name) ? [] : [`${code}: ${name}`]))
}

/** The params of a code, and what is made of them. */
function paramsOf(code: string): readonly string[] {
  const known = Object.entries(issueParams).find(([name]) => name === code)?.[1]
  const params = known === undefined ? ['label', 'expected'] : Object.keys(known.shape)
  const made = { label: ['labelInside'], reason: ['kind', 'meaning', 'nextStep'] }
  return [...params, ...Object.entries(made).flatMap(([name, names]) => (params.includes(name) ? names : []))]
}

/** What a message asks for: names after an opening brace that no other name precedes, as a branch of a select is. */
function namesIn(message: string): readonly string[] {
  const found = new Set<string>()
  const look = (node: unknown): void => {
    if (!Array.isArray(node)) return
    for (const part of node) {
      if (!Array.isArray(part)) continue
      const [name, , branches] = part
      found.add(String(name))
      for (const branch of Object.values(branches ?? {})) look(branch)
    }
  }
  look(compile(message))
  return [...found]
}

function messagesIn(file: string): Readonly<Record<string, string>> {
  return JSON.parse(file)
}
