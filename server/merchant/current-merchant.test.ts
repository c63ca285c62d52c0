import { expect, it } from 'vitest'
import { Failure } from '../kernel/failure.ts'
import { virtualClock } from '../testing/virtual-clock.ts'
import { currentMerchant } from './current-merchant.ts'

function setting(answers: readonly (string | Failure)[]) {
  const clock = virtualClock()
  let asked = 0
  const provider = {
    currentMerchantId: async () => {
      const answer = answers[asked] ?? 'none'
      asked += 1
      if (answer instanceof Failure) throw answer
      return answer
    },
  }
  return { clock, merchant: currentMerchant(provider, clock), asked: () => asked }
}

it('the current merchant is asked for once a minute', async () => {
  const { clock, merchant } = setting(['1', '2'])
  expect(await merchant('a')).toBe('1')
  await clock.advance(59_999)
  expect(await merchant('b')).toBe('1')
  await clock.advance(1)
  expect(await merchant('c')).toBe('2')
})

it('the current merchant is asked for once by many at the same time', async () => {
  const { merchant, asked } = setting(['1', '2'])
  expect(await Promise.all([merchant('a'), merchant('b')])).toEqual(['1', '1'])
  expect(asked()).toBe(1)
})

it('the current merchant is asked for again after a failure', async () => {
  const { merchant } = setting([new Failure('PROVIDER_ERROR'), '2'])
  await expect(merchant('a')).rejects.toMatchObject({ code: 'PROVIDER_ERROR' })
  expect(await merchant('b')).toBe('2')
})
