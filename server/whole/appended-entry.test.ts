import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../store/database.ts'
import { type Examples, examplesIn, sendTo } from '../testing/example-requests.ts'
import { type Place, someStores } from '../testing/stores.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

describe.each(someStores)('an audit log with an entry that was appended past the app, on $name', ({ makePlace }) => {
  let place: Place
  let app: TestApp
  let examples: Examples
  beforeAll(async () => {
    place = await makePlace()
    app = await startTestApp(place.environment)
    examples = await examplesIn(app)
  })
  afterAll(async () => {
    await app.stop()
    await place.remove()
  })

  it('no route fails: each that appends to it or shows that entry says that it was changed, and the log of the server says so once', async () => {
    const database = await openDatabase(place, () => new Date())
    await database.transact(async (db) => {
      const { seq } = await db.selectFrom('audit_head').select('seq').executeTakeFirstOrThrow()
      await db
        .insertInto('audit')
        .values({ ...forged, seq: seq + 1 })
        .execute()
    })
    await database.close()
    const answers: string[] = []
    for (const route of app.routes) {
      const { status, text } = await sendTo(app, route, await examples.of(route))
      answers.push(`${status} ${text.includes('"TAMPERED"') ? 'TAMPERED ' : ''}${route.method} ${route.path}`)
    }
    expect(answers.filter((one) => one.startsWith('500'))).toEqual([])
    expect(answers).toContain('409 TAMPERED get /api/activity')
    expect(answers.filter((one) => one.startsWith('409 TAMPERED')).length).toBeGreaterThan(25)
    const said = app
      .logged()
      .split('\n')
      .filter((line) => line.includes('"level":50'))
    expect(said).toHaveLength(1)
    expect(said[0]).toContain('verify-audit')
  })
})

const forged = {
  at: '2026-11-21T12:00:00.000Z',
  person_id: 'p1',
  action: 'payout.praised',
  thing_type: 'horse',
  thing_id: 'x',
  facts: 'none',
  previous_mac: '0'.repeat(43),
  mac: 'f'.repeat(43),
}
