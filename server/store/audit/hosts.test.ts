import { expect, it } from 'vitest'
import { createHosts } from './hosts.ts'

const dayMs = 24 * 60 * 60_000
const invitedAt = Date.parse('2026-11-01T00:00:00.000Z')

function startLog() {
  let now = invitedAt
  let seq = 0
  const log = createHosts(() => new Date(now))
  const invite = (person_id: string | null, thing_id: string, facts: object = {}) => {
    seq += 1
    const entry = { seq, at: new Date(now).toISOString(), thing_type: 'person', previous_mac: '', mac: '' }
    const text = JSON.stringify({ kind: 'invitation', ...facts })
    log.take({ ...entry, action: 'person.invited', person_id, thing_id, facts: text })
  }
  const isOne = (one: string, other: string) => log.groupOf(one) === log.groupOf(other)
  const wait = (days: number) => {
    now += days * dayMs
  }
  return { log, invite, isOne, wait }
}

it('whom an admin let in alone counts as one with them, with whom else they let in, and with whom these let in', () => {
  const { log, invite, isOne } = startLog()
  invite('rosa', 'twin')
  invite('rosa', 'other')
  invite('twin', 'triplet')
  invite('hanna', 'hers')
  expect([log.of('triplet'), log.of('rosa')]).toEqual([['twin', 'rosa'], []])
  for (const [one, another] of [
    ['rosa', 'triplet'],
    ['other', 'triplet'],
    ['twin', 'other'],
  ] as const)
    expect(isOne(one, another)).toBe(true)
  expect([isOne('twin', 'hers'), isOne('rosa', 'hanna')]).toEqual([false, false])
  expect([log.groupWith('other'), log.groupWith('hanna')]).toEqual([['rosa', 'twin', 'triplet'], ['hers']])
  expect(log.groupWith('stranger')).toEqual([])
})

it('it ends after 30 days, and where a second person or the command line let them in', () => {
  const { invite, isOne, wait } = startLog()
  invite('rosa', 'twin')
  invite('rosa', 'confirmed')
  invite('hanna', 'confirmed', { askedBy: 'rosa' })
  invite(null, 'ofTheServer')
  // A link of a recovery lets no one else in.
  invite('rosa', 'honest', { kind: 'recovery' })
  expect(['confirmed', 'ofTheServer', 'honest'].some((id) => isOne('rosa', id) || isOne('hanna', id))).toBe(false)
  wait(29)
  expect(isOne('rosa', 'twin')).toBe(true)
  wait(2)
  expect(isOne('rosa', 'twin')).toBe(false)
})

it('another link that a second admin sends alone changes nothing, until the month is over', () => {
  const { invite, isOne, wait } = startLog()
  invite('rosa', 'twin')
  wait(29)
  invite('hanna', 'twin')
  expect([isOne('rosa', 'twin'), isOne('hanna', 'twin')]).toEqual([true, false])
  wait(2)
  expect([isOne('rosa', 'twin'), isOne('hanna', 'twin')]).toEqual([false, false])
  invite('hanna', 'twin')
  expect(isOne('hanna', 'twin')).toBe(true)
  invite(null, 'twin')
  expect(isOne('hanna', 'twin')).toBe(false)
})
