import { Client } from 'pg'
import { expect, it } from 'vitest'
import { souza } from '../testing/beneficiaries.ts'
import { describeOnPostgres } from '../testing/stores.ts'
import { startTestApp } from '../testing/test-app.ts'

describeOnPostgres('An app whose PostgreSQL goes away', ({ makePlace }) => {
  it('is not ready, says that it can be tried again, and goes on once the database is back', async () => {
    const place = await makePlace()
    const app = await startTestApp(place.environment)
    const write = () =>
      app.post('/api/beneficiaries', { entry: souza(), confirmed: [] }, { 'idempotency-key': 'one-intent' })
    expect((await app.get('/api/overview')).status).toBe(200)
    expect((await app.get('/readyz')).status).toBe(200)
    await admit(place.environment.DATABASE_URL, false)
    for (const answer of [await app.get('/readyz'), await write(), await app.get('/api/overview')])
      expect(answer).toMatchObject({ status: 503, json: { code: 'STORE_UNAVAILABLE', retryable: true } })
    expect(app.logged()).toMatch(/"code":"(?:57P01|55000|08006)","msg":"PostgreSQL /)
    expect((await app.get('/healthz')).status).toBe(200)
    await admit(place.environment.DATABASE_URL, true)
    // Its lock is taken again in the background.
    await expect.poll(() => app.get('/readyz')).toMatchObject({ status: 200 })
    expect((await write()).status).toBe(201)
    await app.stop()
    await place.remove()
  })
})

/** Lets connections in, or shuts the database and breaks the open ones. */
async function admit(databaseUrl: string | undefined, isOpen: boolean): Promise<void> {
  const url = new URL(databaseUrl ?? '')
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const client = new Client({ connectionString: url.href })
  await client.connect()
  await client.query(`alter database "${name}" allow_connections ${isOpen}`)
  if (!isOpen) await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await client.end()
}
