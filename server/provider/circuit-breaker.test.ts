import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '#shared/testing/runs.ts'
import { virtualClock } from '../testing/virtual-clock.ts'
import { type CircuitBreaker, createCircuitBreaker, type Pass } from './circuit-breaker.ts'

function setting() {
  const clock = virtualClock()
  const opened: number[] = []
  return { clock, opened, breaker: createCircuitBreaker(clock, () => void opened.push(clock.now())) }
}

function callOf(breaker: CircuitBreaker, providerFailed: boolean) {
  breaker.admit()?.settle(providerFailed)
}

function call(times: number, breaker: CircuitBreaker, providerFailed: boolean) {
  for (let count = 0; count < times; count += 1) callOf(breaker, providerFailed)
}

it('the circuit breaker stays closed for nineteen failures and opens at the twentieth', () => {
  const { breaker, opened } = setting()
  call(19, breaker, true)
  expect([breaker.state, breaker.refusalMs()]).toEqual(['closed', undefined])
  callOf(breaker, true)
  expect([breaker.state, breaker.refusalMs(), opened]).toEqual(['open', 5_000, [0]])
})

it('the circuit breaker opens at half failures, not below', () => {
  const { breaker } = setting()
  call(21, breaker, false)
  call(20, breaker, true)
  expect(breaker.state).toBe('closed')
  callOf(breaker, true)
  expect(breaker.state).toBe('open')
})

it('the circuit breaker forgets what is older than half a minute', async () => {
  const { breaker, clock } = setting()
  call(19, breaker, true)
  await clock.advance(30_000)
  callOf(breaker, true)
  expect(breaker.state).toBe('closed')
})

it('the circuit breaker lets one call probe after five seconds and keeps the others away', async () => {
  const { breaker, clock } = setting()
  call(20, breaker, true)
  await clock.advance(4_999)
  expect(breaker.admit()).toBeUndefined()
  await clock.advance(1)
  const probe = breaker.admit()
  expect(probe).toBeDefined()
  expect([breaker.state, breaker.admit(), breaker.refusalMs()]).toEqual(['half-open', undefined, 1_000])
  probe?.settle(false)
  expect([breaker.state, breaker.refusalMs()]).toEqual(['closed', undefined])
})

it('the circuit breaker opens again when the probe fails', async () => {
  const { breaker, clock, opened } = setting()
  call(20, breaker, true)
  await clock.advance(5_000)
  callOf(breaker, true)
  expect([breaker.state, breaker.refusalMs(), opened]).toEqual(['open', 5_000, [0, 5_000]])
})

it('the circuit breaker does not count calls that began before it opened', async () => {
  const { breaker, clock } = setting()
  const late = breaker.admit()
  call(20, breaker, true)
  await clock.advance(5_000)
  const probe = breaker.admit()
  late?.settle(false)
  expect(breaker.state).toBe('half-open')
  probe?.settle(false)
  expect(breaker.state).toBe('closed')
})

/** The same in the plainest words: every call of the last half minute in a list. */
class Model {
  time = 0
  state: CircuitBreaker['state'] = 'closed'
  recent: { readonly second: number; readonly failed: boolean }[] = []
  probeAt = 0
  generation = 0

  mayAdmit() {
    return this.state === 'closed' || (this.state === 'open' && this.time >= this.probeAt)
  }

  move(state: CircuitBreaker['state']) {
    this.state = state
    this.recent = []
    this.generation += 1
    if (state === 'open') this.probeAt = this.time + 5_000
  }

  admit() {
    if (this.state === 'open') this.move('half-open')
  }

  settle(generation: number, failed: boolean) {
    if (generation !== this.generation) return
    if (this.state === 'half-open') return this.move(failed ? 'open' : 'closed')
    const second = Math.floor(this.time / 1000)
    this.recent = [...this.recent, { second, failed }].filter((call) => call.second > second - 30)
    const failures = this.recent.filter((call) => call.failed).length
    if (failed && this.recent.length >= 20 && failures * 2 >= this.recent.length) this.move('open')
  }
}

interface Real {
  readonly clock: ReturnType<typeof virtualClock>
  readonly breaker: CircuitBreaker
  readonly passes: { readonly pass: Pass; readonly generation: number }[]
}

function same(model: Model, { breaker }: Real) {
  expect(breaker.state).toBe(model.state)
  expect(breaker.refusalMs() === undefined).toBe(model.mayAdmit())
}

const steps = [
  fc.integer({ min: 1, max: 7_000 }).map((ms) => ({
    check: () => true,
    run: async (model: Model, real: Real) => {
      model.time += ms
      await real.clock.advance(ms)
      same(model, real)
    },
    toString: () => `wait ${ms}`,
  })),
  fc.constant({
    check: () => true,
    run: async (model: Model, real: Real) => {
      const may = model.mayAdmit()
      const pass = real.breaker.admit()
      expect(pass !== undefined).toBe(may)
      if (may) model.admit()
      if (pass !== undefined) real.passes.push({ pass, generation: model.generation })
      same(model, real)
    },
    toString: () => 'begin',
  }),
  fc.tuple(fc.boolean(), fc.nat(200)).map(([failed, which]) => ({
    check: () => true,
    run: async (model: Model, real: Real) => {
      const [held] = real.passes.splice(which % (real.passes.length || 1), 1)
      if (held === undefined) return
      model.settle(held.generation, failed)
      held.pass.settle(failed)
      same(model, real)
    },
    toString: () => `end ${failed}`,
  })),
  fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 30 })).map(([failed, times]) => ({
    check: () => true,
    run: async (model: Model, real: Real) => {
      for (let count = 0; count < times; count += 1) {
        if (model.mayAdmit()) {
          model.admit()
          model.settle(model.generation, failed)
        }
        real.breaker.admit()?.settle(failed)
      }
      same(model, real)
    },
    toString: () => `${times} calls ${failed}`,
  })),
]

it('does what its model does, whatever happens in whatever order', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.commands(steps, { maxCommands: 80, size: 'max' }), (commands) =>
      fc.asyncModelRun(() => {
        const { clock, breaker } = setting()
        const real: Real = { clock, breaker, passes: [] }
        const model = new Model()
        const note = model.move.bind(model)
        model.move = (state) => {
          seen.add(state)
          note(state)
        }
        return { model, real }
      }, commands),
    ),
    { numRuns: runs(300) },
  )
  // It looked at something: every state was reached.
  expect([...seen].toSorted()).toEqual(['closed', 'half-open', 'open'])
})
