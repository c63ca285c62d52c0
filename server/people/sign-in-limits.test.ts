import { expect, it } from 'vitest'
import { virtualClock } from '../testing/virtual-clock.ts'
import { type AttemptOrigin, createSignInLimits } from './sign-in-limits.ts'

const address = '203.0.113.1'

it('All browsers in which a person has signed in have together five times what one has, and take nothing from others', async () => {
  const limits = createSignInLimits(2, { clock: virtualClock(), refuse: () => {} })
  const miss = async (known: AttemptOrigin['known']) => {
    const failed = limits.attempt({ address, known }, async () => Promise.reject(new Error('wrong password')))
    return failed.catch(({ message, code }) => code ?? message)
  }
  const browsers = Array.from({ length: 12 }, (_, number) => ({ browser: `b${number}`, personId: 'ana' }))
  const answers = []
  for (const browser of browsers) answers.push(await miss(browser))
  expect(answers).toEqual([...Array(10).fill('wrong password'), ...Array(2).fill('TOO_MANY_SIGN_INS')])
  expect(await miss({ browser: 'other', personId: 'bruno' })).toBe('wrong password')
  expect(await miss(undefined)).toBe('wrong password')
})
