import { expect, it } from 'vitest'
import { createPaidBefore, type PaidTo } from './paid-before.ts'

const [ana, ida, old, own, third] = ['anaanaan', 'idaidaid', 'oldoldol', 'ownownow', 'thirdthi']

function startLog() {
  const log = createPaidBefore()
  let seq = 0
  const take = (action: 'payout.exported' | 'payout.unexported', ...paid: readonly PaidTo[]) => {
    seq += 1
    log.take({ action, seq, facts: JSON.stringify({ export: 'e', paid }) })
  }
  const isOther = (place: string) => log.hasOther({ details: [ana, place], people: [] })
  const isElsewhere = (...places: readonly string[]) =>
    log.hasOther({ details: [ida, old], people: [[ana, ...places]] })
  return { log, take, isOther, isElsewhere }
}

it('the last payment to a beneficiary is what later ones are compared with', () => {
  const { take, isOther } = startLog()
  expect(isOther(own)).toBe(false)
  take('payout.exported', [ana, old])
  expect([isOther(old), isOther(own)]).toEqual([false, true])
  take('payout.exported', [ana, own])
  expect([isOther(old), isOther(own)]).toEqual([true, false])
  // Exported once more, it is the newest.
  take('payout.exported', [ana, old])
  expect([isOther(old), isOther(own)]).toEqual([false, true])
})

it('an export that was undone is no payment; which one is the last then is unknown, and counts as other', () => {
  const { take, isOther } = startLog()
  take('payout.exported', [ana, old])
  take('payout.exported', [ana, own])
  take('payout.unexported', [ana, own])
  expect([isOther(old), isOther(own)]).toEqual([false, true])
  for (let undone = 0; undone < 9; undone += 1) {
    take('payout.exported', [ana, own])
    take('payout.exported', [ana, own])
    take('payout.unexported', [ana, own])
    expect([isOther(old), isOther(own), isOther(third)]).toEqual([true, true, true])
  }
  take('payout.exported', [ana, own])
  expect([isOther(old), isOther(own)]).toEqual([true, false])
})

it('a person who was paid is paid elsewhere where one of the destinations was never paid to', () => {
  const { log, take, isElsewhere } = startLog()
  expect(isElsewhere(own)).toBe(false)
  take('payout.exported', [ana, old, third])
  expect([isElsewhere(old), isElsewhere(third, old), isElsewhere(old, own)]).toEqual([false, false, true])
  log.take({ action: 'payout.submitted', seq: 9, facts: JSON.stringify({ paid: [[ana, own]] }) })
  log.take({ action: 'payout.exported', seq: 10, facts: '{"export":"e"}' })
  expect(isElsewhere(own)).toBe(true)
  take('payout.unexported', [ana, old, third])
  expect(isElsewhere(own)).toBe(false)
})
