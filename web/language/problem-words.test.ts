import compile from 'icu-minify/compile'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { payoutStates } from '#shared/api/payout.ts'
import { type Problem, type ProblemCode, type ProblemParams, problemCodes } from '#shared/api/problem.ts'
import type { Language } from '#shared/language/languages.ts'
import { changeLanguage } from './catalog.ts'
import spanishDetails from './problem-detail-words/es.json?raw'
import frenchDetails from './problem-detail-words/fr.json?raw'
import portugueseDetails from './problem-detail-words/pt-BR.json?raw'
import { problemDetail } from './problem-detail-words.ts'
import spanish from './problem-words/es.json?raw'
import french from './problem-words/fr.json?raw'
import portuguese from './problem-words/pt-BR.json?raw'
import { problemTitle } from './problem-words.ts'

const codes = Object.keys(problemCodes)

const catalogs = {
  es: { language: 'es', titles: messagesIn(spanish), details: messagesIn(spanishDetails) },
  'pt-BR': { language: 'pt-BR', titles: messagesIn(portuguese), details: messagesIn(portugueseDetails) },
  fr: { language: 'fr', titles: messagesIn(french), details: messagesIn(frenchDetails) },
} as const satisfies Record<Exclude<Language, 'en'>, unknown>

it('A problem is said in English as the server says it', () => {
  const problem = problemOf('NOT_FOUND', { what: 'payout' })
  expect([problemTitle(problem), problemDetail(problem)]).toEqual([problem.title, problem.detail])
})

describe.each(Object.values(catalogs))('Problems in $language', ({ language, titles, details }) => {
  beforeAll(async () => {
    vi.stubGlobal('document', { documentElement: {} })
    await changeLanguage(language)
  })

  afterAll(async () => {
    await changeLanguage('en')
    vi.unstubAllGlobals()
  })

  it('are there for every code, in the order of the list', () => {
    expect(Object.keys(titles).toSorted()).toEqual(codes.toSorted())
    expect(Object.keys(details)).toEqual(Object.keys(titles))
  })

  it('are ICU messages without straight apostrophes, titles without a full stop', () => {
    const messages = [...Object.values(titles), ...Object.values(details)]
    expect(messages.filter((message) => message.includes("'"))).toEqual([])
    expect(() => messages.map((message) => compile(message))).not.toThrow()
    expect(Object.values(titles).filter((title) => title.endsWith('.'))).toEqual([])
  })

  it.each(Object.keys(titles))('%s is said without English and without gaps', (code) => {
    const problem = problemOf(code, { most: 3 })
    const words = [problemTitle(problem), problemDetail(problem)]
    for (const text of words) expect(text).not.toMatch(/undefined|none|[{}]|In English|^$/)
    for (const text of words) expect([problem.title, problem.detail]).not.toContain(text)
  })

  it('tell what the code alone does not', () => {
    expect(new Set([{}, ...whats].map((params) => problemDetail(problemOf('NOT_FOUND', params)))).size).toBe(6)
    expect(new Set(whys.map((params) => problemDetail(problemOf('STATE_CONFLICT', params)))).size).toBe(whys.length)
    expect(problemDetail(problemOf('TOO_MANY_DRAFTS', { most: 50 }))).toContain('50')
    expect(problemDetail(problemOf('PROVIDER_TIMEOUT', { trace: 'trace-1' }))).toContain('trace-1')
    expect(problemDetail({ ...problemOf('QUEUE_FULL'), retryAfterSeconds: 7 })).toContain('7')
    expect(problemDetail(problemOf('INTERNAL_ERROR'))).toContain('request-1')
  })

  it('say why somebody cannot approve a payout, before they try', () => {
    const whyNot = (why: 'payout' | 'account') =>
      problemDetail({ code: 'OWN_ENTRY', params: { why, act: 'approve' }, detail: 'In English.' })
    expect(new Set(['In English.', whyNot('payout'), whyNot('account')]).size).toBe(3)
  })

  it('say the first error of a body, where there is one', () => {
    const error = { pointer: '#/name', code: 'length', params: { max: 60, given: 61 }, detail: 'Type a name.' }
    const words = problemDetail({ ...problemOf('FIELDS_INVALID'), errors: [error] })
    expect(words).toContain('60')
    expect(words).not.toBe(error.detail)
  })
})

const whats = (['beneficiary', 'payout', 'payouts', 'draft', 'export'] as const).map((what) => ({ what }))

const whys: readonly ProblemParams[] = [
  ...payoutStates.map((state) => ({ why: 'state', state }) as const),
  { why: 'request', state: 'exported' },
  { why: 'request', state: 'approved' },
  { why: 'saved', what: 'beneficiary' },
  { why: 'saved', what: 'payout' },
]

function problemOf(code: string, params: Problem['params'] = {}): Problem {
  const { status, title, retryable } = problemCodes[isProblemCode(code) ? code : 'INTERNAL_ERROR']
  const issueContent = { type: '', title, status, detail: 'In English.', code, retryable, requestId: 'request-1' }
  return { ...issueContent, params }
}

function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problemCodes, code)
}

function messagesIn(file: string): Readonly<Record<string, string>> {
  return JSON.parse(file)
}
