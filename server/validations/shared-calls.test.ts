import { expect, it } from 'vitest'
import { gate } from '../testing/gate.ts'
import { createSharedCalls } from './shared-calls.ts'
import { outcomeAnswer, type ValidationAnswer } from './validation-answer.ts'

const answer = outcomeAnswer({
  ran: true,
  status: 'OK',
  reason: null,
  correlationId: 'c',
  requestId: 'r',
  attempts: 1,
  testMode: false,
  at: '2026-11-21T12:00:00.000Z',
})

it('a call that several ask for is begun by the first who is ready, and shared by all who came before its end, however late they are ready', async () => {
  const hold = createSharedCalls()
  const provider = gate<ValidationAnswer>()
  const [slow, quick] = [hold('q'), hold('q')]
  const begun = quick.join(() => provider.opened)
  expect(begun.isShared).toBe(false)
  const late = hold('q')
  provider.open(answer)
  await begun.answer
  for (const held of [slow, late]) {
    const shared = held.join(() => Promise.reject(new Error('a second call')))
    expect([shared.isShared, await shared.answer]).toEqual([true, answer])
  }
})

it('a call that several ask for is another one for who comes after its end, or asks something else', async () => {
  const hold = createSharedCalls()
  await hold('q').join(async () => answer).answer
  expect(hold('q').join(async () => answer).isShared).toBe(false)
  expect(hold('r').join(async () => answer).isShared).toBe(false)
})

it('a call that several ask for is forgotten when no holder begins it', () => {
  const hold = createSharedCalls()
  const [one, other] = [hold('q'), hold('q')]
  one.release()
  const third = hold('q')
  expect(third.call).toBe(one.call)
  other.release()
  third.release()
  expect(hold('q').call).not.toBe(one.call)
})
