import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { stores } from '../../testing/stores.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { readKeyRing } from '../encryption/key-ring.ts'
import { restore } from './restore.ts'

/** What scripts/release-fixture.mjs leaves of each release: its database, and its backups. */
const folder = join(import.meta.dirname, 'releases')
const releases = existsSync(folder) ? readdirSync(folder) : []

if (releases.length === 0) it.todo('No release has left a database and backups yet')

describe.each(releases)('What release %s has left', (release) => {
  const left = (name: string) => join(folder, release, name)
  const key = readFileSync(left('data-key'), 'utf8').trim()

  it(`The database of release ${release} opens, with all of its sample data`, async () => {
    const directory = mkdtempSync(join(tmpdir(), 'payout-desk-released-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    cpSync(left('sqlite'), directory, { recursive: true })
    // Git keeps no modes.
    for (const name of readdirSync(directory)) chmodSync(join(directory, name), 0o600)
    const app = await startTestApp({ DATA_DIR: directory, DATA_KEY: key })
    expect((await app.get('/api/overview')).json).toMatchObject({ payouts: { exported: 8, in_review: 8 } })
    const found = await app.post('/api/payout-searches', { text: 'a', limit: 1 })
    expect(found).toMatchObject({ status: 200, json: { items: [{ id: expect.any(String) }] } })
    await app.stop()
  })

  it.each(stores)(`A backup of release ${release} on $name is restored`, async ({ name, makeEmptyPlace }) => {
    const place = { ...(await makeEmptyPlace()), keyRing: readKeyRing(key) }
    onTestFinished(() => place.remove())
    const tools = { postgresPrograms: inject('postgresPrograms') }
    const restored = await restore(place, left(`${name.toLowerCase()}.backup`), tools, new Date())
    expect(restored.counts).toMatchObject({ payouts: 40, beneficiaries: 20 })
  })
})
