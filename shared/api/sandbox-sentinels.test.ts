import { expect, it } from 'vitest'
import { english } from '#shared/language/english.ts'
import { reasons } from './reasons.ts'
import { sentinelFor, sentinels } from './sandbox-sentinels.ts'

it('the sentinels bring about every reason of the interface', () => {
  expect(reasons.length).toBeGreaterThan(17)
  for (const { code, service, status } of reasons) {
    const sentinel = sentinels.find(({ behaviour }) => behaviour.kind === 'result' && behaviour.reason === code)
    expect(sentinel).toMatchObject({ service, outcome: status })
  }
})

it('the sentinels have a name each, in plain letters, that a payout takes without a warning', () => {
  const names = sentinels.map(({ lastName }) => lastName)
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^Sandbox( [A-Z][a-z]*)+$/)
  expect(names.filter((name) => name.length > 32)).toEqual([])
})

it.each(['Sandbox Invalid Age', 'sandbox invalid age', '  SANDBOX  Invalid-Age ', 'SandboxInvalidAge'])(
  'the sentinels are met by %j',
  (name) => {
    expect(english(sentinelFor('identity', name)!.description)).toContain('CUSTOMER_INVALID_AGE')
  },
)

it('the sentinels are names like any other to the service that does not know them', () => {
  expect(sentinelFor('bank', 'Sandbox Invalid Age')).toBeUndefined()
  expect(sentinelFor('identity', 'Sandbox Name Mismatch')).toBeUndefined()
})

it('the sentinels are not met by a name that only begins so', () => {
  expect(sentinelFor('identity', 'Sandbox')).toBeUndefined()
  expect(sentinelFor('identity', 'Sandbox Slowly')).toBeUndefined()
})
