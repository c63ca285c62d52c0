import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { problemCodes } from '#shared/api/problem.ts'
import { validationStatuses } from '#shared/api/validation.ts'
import { type AskEnd, type ItemCourse, itemAfter, type JobCourse, jobAfter } from './steps.ts'

const codes = Object.keys(problemCodes).filter((code): code is keyof typeof problemCodes => code in problemCodes)

const anyEnd: fc.Arbitrary<AskEnd> = fc.oneof(
  fc.record({ kind: fc.constant('outcome' as const), outcome: fc.constantFrom(...validationStatuses) }),
  fc.record({
    kind: fc.constant('not-run' as const),
    code: fc.constantFrom(...codes),
    retryAfterMs: fc.constantFrom(0, 1_000, 60_000),
  }),
  fc.record({ kind: fc.constant('unknown' as const), code: fc.constantFrom('PROVIDER_TIMEOUT', 'INTERNAL_ERROR') }),
)

const steps = fc.array(fc.record({ end: anyEnd, ms: fc.nat(600_000) }), { maxLength: 60 })

const begun: ItemCourse = { state: 'waiting', outcome: null, tries: 0, asked: 0, next_at: '' }
const job: JobCourse = { state: 'running', why: null, failures: 0, unknowns: 0, rest_until: null }

/** An item's whole life: as often asked as it waits, each time with the next end. */
function lifeOf(ends: readonly AskEnd[], asksAgain: boolean) {
  const now = new Date('2026-11-22T10:00:00.000Z')
  let item = begun
  const asked: AskEnd[] = []
  for (const end of ends) {
    if (item.state !== 'waiting') break
    asked.push(end)
    item = itemAfter(item, end, { asksAgain, now })
  }
  return { item, asked }
}

describe('An item of the validations of a batch', () => {
  it('An item is never asked again once it may have run, but for what could not be validated, at most three times more', () => {
    fc.assert(
      fc.property(fc.array(anyEnd, { maxLength: 40 }), fc.boolean(), (ends, asksAgain) => {
        const { asked } = lifeOf(ends, asksAgain)
        const mayHaveRun = asked.filter(({ kind }) => kind !== 'not-run')
        const repeated = mayHaveRun.slice(0, -1)
        expect(repeated.every((end) => end.kind === 'outcome' && end.outcome === 'NOT_VALIDATED')).toBe(true)
        expect(repeated.length).toBeLessThanOrEqual(asksAgain ? 3 : 0)
      }),
    )
  })

  it('An item keeps the outcome that it ends with, and waits for a later time or at once', () => {
    fc.assert(
      fc.property(fc.array(anyEnd, { minLength: 1, maxLength: 40 }), fc.boolean(), (ends, asksAgain) => {
        const { item, asked } = lifeOf(ends, asksAgain)
        const last = asked.at(-1)
        expect(item.outcome).toBe(last?.kind === 'outcome' ? last.outcome : last?.code)
        if (item.state !== 'waiting') expect(item.next_at).toBe('')
        expect(item.state === 'unknown').toBe(last?.kind === 'unknown')
        expect(item.state === 'answered' || item.state === 'waiting').toBe(
          last?.kind === 'outcome' || (last?.kind === 'not-run' && item.state === 'waiting'),
        )
      }),
    )
  })

  it('An item that the provider always fails on is left to a person after five times', () => {
    const error: AskEnd = { kind: 'not-run', code: 'PROVIDER_ERROR', retryAfterMs: 0 }
    const { item, asked } = lifeOf(Array(20).fill(error), false)
    expect([item.state, asked.length]).toEqual(['not_run', 5])
  })

  it('An item waits as long as it takes while the provider cannot be reached', () => {
    const down: AskEnd = { kind: 'not-run', code: 'PROVIDER_UNREACHABLE', retryAfterMs: 0 }
    expect(lifeOf(Array(100).fill(down), false).item.state).toBe('waiting')
  })
})

describe('A job of the validations of a batch', () => {
  const courseOf = (given: readonly { readonly end: AskEnd; readonly ms: number }[], start = job) => {
    let now = Date.parse('2026-11-22T10:00:00.000Z')
    return given.reduce((course, { end, ms }) => {
      now += ms
      return jobAfter(course, end, new Date(now))
    }, start)
  }

  it('A job that pauses by itself says why, and nothing but a person makes it run again', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const course = courseOf(given)
        expect(course.state === 'paused').toBe(course.why !== null)
        if (course.state === 'paused') expect(courseOf(given, course).state).toBe('paused')
      }),
    )
  })

  it('A job that a person stopped stays stopped, whatever still comes back', () => {
    fc.assert(
      fc.property(steps, fc.constantFrom('stopped' as const, 'done' as const), (given, state) => {
        expect(courseOf(given, { ...job, state }).state).toBe(state)
      }),
    )
  })

  it('A job rests at most five minutes, unless the provider asks for more, and not at all once it was answered', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const span = given.reduce((sum, { ms }) => sum + ms, 0)
        const now = Date.parse('2026-11-22T10:00:00.000Z') + span
        const { rest_until, failures } = courseOf(given)
        if (rest_until !== null) expect(Date.parse(rest_until) - now).toBeLessThanOrEqual(5 * 60_000)
        if (given.at(-1)?.end.kind === 'outcome') expect([rest_until, failures]).toEqual([null, 0])
      }),
    )
  })

  it('A job pauses after five answers lost one after the other, and at once where the credentials are refused', () => {
    const lost = { end: { kind: 'unknown', code: 'PROVIDER_TIMEOUT' } as const, ms: 1_000 }
    const matches = { end: { kind: 'outcome', outcome: 'OK' } as const, ms: 1_000 }
    const refused = { end: { kind: 'not-run', code: 'PROVIDER_UNAUTHORIZED', retryAfterMs: 0 } as const, ms: 1_000 }
    expect(courseOf(Array(4).fill(lost)).state).toBe('running')
    expect(courseOf(Array(5).fill(lost))).toMatchObject({ state: 'paused', why: 'unanswered' })
    expect(courseOf([...Array(4).fill(lost), matches, ...Array(4).fill(lost)]).state).toBe('running')
    expect(courseOf([refused])).toMatchObject({ state: 'paused', why: 'unauthorized' })
  })
})
