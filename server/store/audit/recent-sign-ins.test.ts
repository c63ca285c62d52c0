import { expect, it } from 'vitest'
import { sessionEnds } from '#shared/api/session.ts'
import { createRecentSignIns } from './recent-sign-ins.ts'

it('Of the ways in which a session ends by itself or is ended, those stop the work of its person by which it may not have been theirs', () => {
  const log = createRecentSignIns(() => new Date('2026-11-01T00:00:00.000Z'))
  const stopping = sessionEnds.filter((why) => {
    const before = log.withdrawals('ana')
    const entry = { seq: 1, at: '2026-11-01T00:00:00.000Z', person_id: 'ana', thing_type: 'person', thing_id: 'ana' }
    log.take({
      ...entry,
      action: 'session.ended',
      facts: JSON.stringify({ why, ended: why }),
      previous_mac: '',
      mac: '',
    })
    return log.withdrawals('ana') > before
  })
  expect(stopping).toEqual(['ended', 'other_browser', 'provider_logout'])
})
