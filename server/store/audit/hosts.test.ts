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
  const note = (action: string, thing_id: string, facts: object) => {
    const entry = { seq: 0, at: '', thing_type: 'person', previous_mac: '', mac: '', person_id: null }
    log.take({ ...entry, action, thing_id, facts: JSON.stringify(facts) })
  }
  const isOne = (one: string, other: string) => log.groupOf(one) === log.groupOf(other)
  const wait = (days: number) => {
    now += days * dayMs
  }
  return { log, invite, note, isOne, wait }
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

it('who sends another link alone counts as one with that person too, for a month from their link', () => {
  const { log, invite, isOne, wait } = startLog()
  invite('rosa', 'twin')
  wait(29)
  invite('hanna', 'twin')
  expect([isOne('rosa', 'twin'), isOne('hanna', 'twin'), isOne('rosa', 'hanna')]).toEqual([true, true, true])
  expect(log.of('twin')).toEqual(['rosa', 'hanna'])
  wait(2)
  expect([isOne('rosa', 'twin'), isOne('hanna', 'twin')]).toEqual([false, true])
  invite(null, 'twin')
  expect(isOne('hanna', 'twin')).toBe(false)
})

it('who comes from another identity provider, or was here before there was one, is who has a name that looks the same', () => {
  const { log, invite, note, isOne } = startLog()
  const [old, other] = [{ issuer: 'https://old.example.com' }, { issuer: 'https://other.example.com' }]
  note('person.added', 'ana', { name: 'Ana Silva', ...old })
  note('person.added', 'ana 2', { name: 'Ana Silva 2', ...old })
  note('person.added', 'ofSample', { name: 'Ana Silva 3', isSample: true })
  expect(isOne('ana', 'ana 2')).toBe(false)
  note('person.added', 'again', { name: 'ana sílva', ...other })
  expect(isOne('ana', 'again')).toBe(false)
  note('person.added', 'again', { name: 'ANA SILVA', ...other })
  invite('rosa', 'local')
  note('person.enrolled', 'local', { name: 'Ana Si1va' })
  expect(['again', 'ana 2', 'local', 'rosa'].map((id) => isOne('ana', id))).toEqual([true, true, true, true])
  expect(log.groupWith('rosa').toSorted()).toEqual(['again', 'ana', 'ana 2', 'local'])
  expect(isOne('ana', 'ofSample')).toBe(false)
})

it('an API token is one with who has a name like that of its holder, and not with who has that of the token', () => {
  const { note, isOne } = startLog()
  note('token.made', 'erp', { name: 'Shop (token of Ada)', holderName: 'Bruno Lima' })
  note('person.added', 'bruno', { name: 'Bruno Lima 2', issuer: 'https://old.example.com' })
  note('person.added', 'shop', { name: 'Shop (token of Ada)' })
  expect([isOne('erp', 'bruno'), isOne('erp', 'shop'), isOne('bruno', 'shop')]).toEqual([true, false, false])
})
