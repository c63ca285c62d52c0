import { expect, it } from 'vitest'
import { createPayoutsUnderWay } from './payouts-under-way.ts'

const hour = (hours: number) => new Date(Date.parse('2026-11-21T12:00:00.000Z') + hours * 3_600_000).toISOString()

/** A log that takes the entries of payouts, of which p1 and p2 pay the same payee 60.25 BRL each. */
function startLog(now = hour(0)) {
  const log = createPayoutsUnderWay(() => new Date(now))
  let seq = 0
  const entry = (thing_id: string, action: string, at: string, facts: object, by = 'eva') => {
    seq += 1
    return {
      ...{ seq, at, action, person_id: by, thing_type: 'payout' as const, thing_id, previous_mac: '', mac: '' },
      facts: JSON.stringify({ version: seq, state: 'in_review', ...facts }),
    }
  }
  const payment = { payees: ['k1'], amount: '60.25', currencyCode: 'BRL' }
  for (const id of ['p1', 'p2']) log.take(entry(id, 'payout.submitted', hour(0), { ...payment, approvedBy: [] }))
  const since = (at: string, later: Parameters<typeof log.approvedBy>[1] = []) =>
    log.approvedBy({ personId: 'eva', currencyCode: 'BRL', since: at }, later)
  const made = (id: string, at: string) => ({ ...entry(id, 'export.created', at, {}), thing_type: 'export' as const })
  const approvals = () => log.paying(['k1']).flatMap(({ approvals: given }) => given.map(({ by }) => by))
  return { log, entry, made, since, approvals }
}

it('what a person has approved is summed up since a time, with what is in no log yet', () => {
  const { log, entry, since, approvals } = startLog()
  log.take(entry('p1', 'payout.approved', hour(1), { approvedBy: ['eva'] }))
  const later = entry('p2', 'payout.approved', hour(5), { approvedBy: ['eva'] })
  expect([since(hour(1)), since(hour(2)), since(hour(1), [later]), since(hour(2), [later])]).toEqual([
    '60.25',
    '0',
    '120.50',
    '60.25',
  ])
  expect(log.paying(['k1'], [later]).flatMap((one) => one.approvals)).toEqual([
    { by: 'eva', at: hour(5) },
    { by: 'eva', at: hour(1) },
  ])
  log.take(later)
  expect([since(hour(1)), approvals()]).toEqual(['120.50', ['eva', 'eva']])
  expect(log.approvedBy({ personId: 'eva', currencyCode: 'USD', since: hour(1) })).toBe('0')
  expect(log.approvedBy({ personId: 'bruno', currencyCode: 'BRL', since: hour(1) })).toBe('0')
})

it.each([
  ['taken back', 'payout.undone', { approvedBy: [] }, '0.00'],
  ['withdrawn', 'payout.withdrawn', { state: 'draft', approvedBy: [] }, '0.00'],
  ['approved by another person too', 'payout.approved', { state: 'approved', approvedBy: ['eva', 'bruno'] }, '60.25'],
  ['exported', 'payout.exported', { state: 'exported', approvedBy: ['eva', 'bruno'] }, '60.25'],
])('what a person has approved counts as %s', (_, action, facts, sum) => {
  const { log, entry, since } = startLog()
  log.take(entry('p1', 'payout.approved', hour(1), { approvedBy: ['eva'] }))
  log.take(entry('p1', action, hour(2), facts, 'bruno'))
  expect(since(hour(0))).toBe(sum)
})

it('what a person has approved counts once, though they approve it again', () => {
  const { log, entry, since, approvals } = startLog()
  for (const at of [hour(1), hour(2)]) log.take(entry('p1', 'payout.approved', at, { approvedBy: ['eva'] }))
  expect([since(hour(0)), since(hour(2)), approvals()]).toEqual(['60.25', '60.25', ['eva']])
})

it.each([
  ['is remembered', 24, ['p1']],
  ['is forgotten', 26, []],
])('what was exported %s by the clock of the server %i hours later, however the entries are dated', (_, hours, ids) => {
  const { log, entry, made } = startLog(hour(hours))
  log.take(entry('p1', 'payout.exported', hour(0), { state: 'exported', export: 'e1' }))
  log.take(made('e1', hour(0)))
  log.take(entry('p2', 'payout.withdrawn', hour(99), { state: 'draft' }))
  expect(log.paying(['k1']).map(({ id }) => id)).toEqual(ids)
})

it('what is marked for an export is remembered until a day after that is made, however long that takes, and does not wait for review meanwhile', () => {
  const { log, entry, made } = startLog(hour(80))
  const places = () => log.paying(['k1']).map(({ id, preparedIn, exportedAt }) => [id, preparedIn, exportedAt])
  log.take(entry('p1', 'payout.approved', hour(1), { approvedBy: ['eva'] }))
  log.take(entry('p1', 'payout.exported', hour(2), { state: 'exported', export: 'e1', approvedBy: ['eva'] }))
  log.take(entry('p2', 'payout.withdrawn', hour(50), { state: 'draft' }))
  expect([places(), log.awaitingWith('eva')]).toEqual([[['p1', 'e1', null]], []])
  log.take(made('e1', hour(60)))
  // Exported again, and not made: it is out since then.
  log.take(entry('p1', 'payout.exported', hour(61), { state: 'exported', export: 'e2', approvedBy: ['eva'] }))
  expect(places()).toEqual([['p1', 'e2', hour(60)]])
  log.take(entry('p1', 'payout.unexported', hour(62), { state: 'exported', export: 'e2', approvedBy: ['eva'] }))
  log.take(entry('p2', 'payout.withdrawn', hour(63), { state: 'draft' }))
  expect([places(), log.awaitingWith('eva')]).toEqual([[['p1', null, hour(60)]], []])
})
