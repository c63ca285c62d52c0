import { expect, it } from 'vitest'
import { createPaidBefore, type PaidTo } from './paid-before.ts'

const [ana, ida, old, own, third] = ['anaanaan', 'idaidaid', 'oldoldol', 'ownownow', 'thirdthi']

function startLog() {
  const log = createPaidBefore()
  let seq = 0
  const take = (action: string, thing_id: string, facts: object) => {
    seq += 1
    log.take({ action, thing_id, seq, facts: JSON.stringify(facts) })
  }
  const mark = (payout: string, exportId: string, ...paid: readonly PaidTo[]) =>
    take('payout.exported', payout, { export: exportId, from: 'approved', paid })
  const unmark = (payout: string, exportId: string, ...paid: readonly PaidTo[]) =>
    take('payout.unexported', payout, { export: exportId, paid })
  const made = (exportId: string) => take('export.created', exportId, {})
  const pay = (...paid: readonly PaidTo[]) => {
    mark('payout', `export-${seq}`, ...paid)
    made(`export-${seq - 1}`)
  }
  const isOther = (place: string) => log.hasOther({ details: [ana, place], people: [] })
  const isElsewhere = (...places: readonly string[]) =>
    log.hasOther({ details: [ida, old], people: [[ana, ...places]] })
  return { log, take, mark, unmark, made, pay, isOther, isElsewhere }
}

it('the last payment to a beneficiary is what later ones are compared with', () => {
  const { pay, isOther } = startLog()
  expect(isOther(own)).toBe(false)
  pay([ana, old])
  expect([isOther(old), isOther(own)]).toEqual([false, true])
  pay([ana, own])
  expect([isOther(old), isOther(own)]).toEqual([true, false])
  // Exported once more, it is the newest.
  pay([ana, old])
  expect([isOther(old), isOther(own)]).toEqual([false, true])
})

it('an export is no payment before it is made, nor is one that was undone', () => {
  const { log, take, mark, unmark, made, pay, isOther } = startLog()
  pay([ana, old])
  mark('p', 'e', [ana, own])
  take('payout.exported', 'again', { export: 'e', paid: [[ana, own]] })
  expect([isOther(old), isOther(own)]).toEqual([false, true])
  expect(log.outAmong(['p', 'again', 'other']).size).toBe(0)
  for (const payout of ['p', 'again']) unmark(payout, 'e', [ana, own])
  take('export.undone', 'e', {})
  expect([isOther(old), isOther(own), isOther(third)]).toEqual([false, true, true])
  expect(log.outAmong(['p', 'again']).size).toBe(0)
  mark('p', 'f', [ana, own])
  made('f')
  expect([isOther(old), isOther(own), [...log.outAmong(['p', 'again'])]]).toEqual([true, false, ['p']])
})

it('a person who was paid is paid elsewhere where one of the destinations was never paid to', () => {
  const { take, pay, isElsewhere } = startLog()
  expect(isElsewhere(own)).toBe(false)
  pay([ana, old, third])
  expect([isElsewhere(old), isElsewhere(third, old), isElsewhere(old, own)]).toEqual([false, false, true])
  take('payout.submitted', 'p', { export: 'e', paid: [[ana, own]] })
  take('export.created', 'e', {})
  expect(isElsewhere(own)).toBe(true)
})
