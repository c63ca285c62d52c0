import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../store/store.ts'
import { named } from '../testing/beneficiaries.ts'
import { type Place, stores } from '../testing/stores.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

describe.each(stores)('a server on $name whose write lock another has', ({ makePlace }) => {
  let place: Place
  let app: TestApp
  let other: Store
  beforeEach(async () => {
    place = await makePlace()
    other = await place.open()
  })
  afterEach(async () => {
    await app.stop()
    await other.close()
    await place.remove()
  })

  /** Answers how to let it go. */
  const takeLock = async () => {
    const { promise: isTaken, settle: taken } = settled()
    const { promise: isOver, settle: release } = settled()
    const writing = other.write(() => {
      taken()
      return isOver
    })
    await isTaken
    return () => {
      release()
      return writing
    }
  }
  const save = (lastName: string, message: { readonly key?: string; readonly signal?: AbortSignal } = {}) =>
    app.send('POST', '/api/beneficiaries', {
      headers: { 'content-type': 'application/json', ...(message.key && { 'idempotency-key': message.key }) },
      body: JSON.stringify({ entry: named('Kofi', lastName), confirmed: [] }),
      ...(message.signal && { signal: message.signal }),
    })
  const waiting = async () => Number(/^payout_desk_writes_waiting (\d+)$/m.exec((await app.get('/metrics')).text)?.[1])
  const saved = async () => (await other.db.selectFrom('beneficiaries').select('id').execute()).length

  it('is busy to those who have waited for too long, logs that once as an error, and is ready', async () => {
    app = await startTestApp(place.environment, { writerWaitMs: 1 })
    expect((await save('Mensah')).status).toBe(201)
    const release = await takeLock()
    const answers = await Promise.all(['Boateng', 'Owusu', 'Asante'].map((name) => save(name)))
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 503, json: { code: 'STORE_BUSY', retryable: true } })
      expect(answer.headers['retry-after']).toBe('5')
    }
    expect(app.logged().match(/"level":\d\d(?=.*"code":"STORE_BUSY")/g)).toEqual([
      '"level":50',
      '"level":30',
      '"level":30',
    ])
    expect((await app.get('/readyz')).status).toBe(200)
    await release()
    expect((await save('Boateng')).status).toBe(201)
    expect(await saved()).toBe(2)
  })

  it('does not write for who went away meanwhile, and refuses the others once it is to end', async () => {
    app = await startTestApp(place.environment, { graceMs: 50 })
    expect((await save('Mensah')).status).toBe(201)
    const releaseFirst = await takeLock()
    const gone = new AbortController()
    const left = ['Boateng', 'Owusu'].map((name) =>
      save(name, { key: name, signal: gone.signal }).catch((error: Error) => error.name),
    )
    await expect.poll(waiting).toBe(2)
    const again = save('Owusu', { key: 'Owusu' })
    // It has come when a request after it is answered, as it then waits for the result under its key.
    await app.get('/api/beneficiaries')
    gone.abort()
    expect(await Promise.all(left)).toEqual(['AbortError', 'AbortError'])
    await expect.poll(waiting).toBe(1)
    await releaseFirst()
    expect((await again).status).toBe(201)
    await expect.poll(waiting).toBe(0)
    expect(await saved()).toBe(2)

    const release = await takeLock()
    const refused = save('Asante')
    await expect.poll(waiting).toBe(1)
    const ended = app.endInPeace()
    expect(await refused).toMatchObject({ status: 503, json: { code: 'SHUTTING_DOWN', retryable: true } })
    await release()
    await ended
    expect(await saved()).toBe(2)
  })
})

function settled(): { readonly promise: Promise<void>; readonly settle: () => void } {
  let settle = () => {}
  const promise = new Promise<void>((resolve) => {
    settle = resolve
  })
  return { promise, settle }
}
