import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { seedPayouts } from '../../testing/seed-payouts.ts'
import { type Place, stores } from '../../testing/stores.ts'
import { readCheckpointFile } from '../audit/checkpoint-file.ts'
import { verifyAuditLog } from '../audit/verify-audit-log.ts'
import { keyRingOf, makeKey } from '../encryption/key-ring.ts'
import { firstSchemaName } from '../migrations/first-schema.ts'
import type { Store } from '../store.ts'
import { backUp } from './backup.ts'
import { seal } from './manifest.ts'
import { startProgram } from './postgres-programs.ts'
import { restore } from './restore.ts'

const tools = { postgresPrograms: inject('postgresPrograms') }
const at = new Date('2026-11-21T14:30:00.000Z')

describe.each(stores)('a backup on $name', ({ name: kind, makePlace, makeEmptyPlace }) => {
  let place: Place
  let store: Store
  let folder: string
  let file: string
  beforeEach(async () => {
    place = await makePlace()
    store = await place.open()
    folder = mkdtempSync(join(tmpdir(), 'payout-desk-backup-'))
    file = join(folder, 'backup')
  })
  afterEach(async () => {
    await store.close()
    await place.remove()
    rmSync(folder, { recursive: true })
  })

  const add = (id: string, name: string) =>
    store.write(async ({ db, audit }) => {
      await db.insertInto('people').values({ id, name, name_key: id, created_at: '2026-11-21T12:00:00.000Z' }).execute()
      await audit({ personId: id, action: 'session.began', thing: { type: 'person', id } })
    })
  const names = async () =>
    (await store.db.selectFrom('people').select('name').orderBy('id').execute()).map(({ name }) => name)
  const backUpNow = () => backUp(place, file, tools, at)
  const restoreIn = (target: Place, keyRing = target.keyRing) => restore({ ...target, keyRing }, file, tools, at)

  it('holds what was written before, made while an app runs and writes', async () => {
    await add('1', 'Ana\n\\. "Souza"\t')
    await add('2', '😀 Ñandú')
    const [soundness] = await Promise.all([backUpNow(), add('3', 'Rui'), add('4', 'Eva')])
    expect(soundness.counts.people).toBeGreaterThanOrEqual(2)
    expect(soundness.counts.audit).toBe(soundness.counts.people)
    await store.close()
    const restored = await restoreIn(place)
    expect(restored.counts).toEqual(soundness.counts)
    store = await place.open()
    expect((await names()).slice(0, 2)).toEqual(['Ana\n\\. "Souza"\t', '😀 Ñandú'])
  })

  it('is for its owner alone, and leaves nothing half done', async () => {
    await backUpNow()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['backup'])
  })

  it('does not replace a file that is there', async () => {
    writeFileSync(file, 'the backup of yesterday')
    await expect(backUpNow()).rejects.toThrow('is there already')
    expect(readFileSync(file, 'utf8')).toBe('the backup of yesterday')
  })

  it('is restored in another place too, with its key', async () => {
    await add('1', 'Ana')
    const encrypted = store.encryption.encrypt('secret', { table: 't', id: '1', column: 'c' })
    await backUpNow()
    const other = await makeEmptyPlace()
    expect((await restoreIn(other)).aside).toBeUndefined()
    const restored = await other.open()
    expect(restored.encryption.decrypt(encrypted, { table: 't', id: '1', column: 'c' })).toBe('secret')
    expect(await restored.db.selectFrom('people').select('name').execute()).toEqual([{ name: 'Ana' }])
    await restored.close()
    await other.remove()
  })

  it('is not restored while an app runs', async () => {
    await backUpNow()
    await add('1', 'Ana')
    await expect(restoreIn(place)).rejects.toThrow('a server runs on this database: end it first')
    expect(await names()).toEqual(['Ana'])
  })

  it('is not restored without its key, and then nothing changes', async () => {
    await add('1', 'Ana')
    await backUpNow()
    await store.close()
    await expect(restoreIn(place, keyRingOf([makeKey()]))).rejects.toThrow('encrypted with data key')
    store = await place.open()
    expect(await names()).toEqual(['Ana'])
  })

  it('is not restored when it is cut or no backup at all, and then nothing changes', async () => {
    await add('1', 'Ana')
    await backUpNow()
    await store.close()
    truncateSync(file, statSync(file).size - 4_000)
    await expect(restoreIn(place)).rejects.toThrow()
    writeFileSync(file, 'a letter to the bank')
    await expect(restoreIn(place)).rejects.toThrow()
    store = await place.open()
    expect(await names()).toEqual(['Ana'])
  })

  it('is not restored when its audit log does not hold, and then nothing changes', async () => {
    await add('1', 'Ana')
    const other = await makeEmptyPlace()
    await copyTampered(other)
    await store.close()
    await expect(restoreIn(place)).rejects.toThrow('the audit log does not hold: entry 1 was changed')
    store = await place.open()
    expect(await names()).toEqual(['Ana'])
    await other.remove()
  })

  /** A backup made by other hands, of a database whose audit log was changed. */
  async function copyTampered(other: Place): Promise<void> {
    const tampered = await other.open()
    await tampered.write(async ({ db, audit }) => {
      await audit({ personId: 'p1', action: 'session.began', thing: { type: 'person', id: 'p1' } })
      await db.updateTable('audit').set({ person_id: 'p2' }).execute()
    })
    const { kind } = tampered
    await tampered.close()
    await copyTo(file, other)
    const counts = { people: 0, beneficiaries: 0, payouts: 0, audit: 1 }
    const head = { seq: 1, mac: 'f'.repeat(43), at: at.toISOString() }
    await seal(file, kind, { counts, head, dataKey: place.keyRing.current.id, schema: firstSchemaName }, at)
  }

  async function copyTo(file: string, other: Place): Promise<void> {
    if (other.databaseUrl === undefined) return copyFileSync(join(other.dataDirectory, 'payout-desk.db'), file)
    const options = ['--format=custom', '--no-owner', `--file=${file}`, `--dbname=${other.databaseUrl}`]
    const dumping = startProgram(tools.postgresPrograms ?? '', 'pg_dump', [...options, '--table=public.*'])
    dumping.input.end()
    await dumping.ended()
  }

  it('puts what was there aside, with the checkpoint file that went with it', async () => {
    await add('1', 'Ana')
    await backUpNow()
    await add('2', 'Rui')
    await store.close()
    const { aside } = await restoreIn(place)
    expect(aside).toContain('before_restore_20261121_143000_000')
    store = await place.open()
    expect(await names()).toEqual(['Ana'])
    const noted = readCheckpointFile(place.dataDirectory)?.heads ?? []
    expect(noted.map(({ seq }) => seq)).toEqual([1, 2])
    expect(await verifyAuditLog(store.db, store.encryption, noted)).toMatchObject({ holds: true })
    expect(await namesAside(place, aside ?? '')).toEqual(['Ana', 'Rui'])
  })

  it('is told of in the audit log that it brings back, with the end of the former one', async () => {
    await add('1', 'Ana')
    await backUpNow()
    await add('2', 'Rui')
    const [former] = await store.db.selectFrom('audit_head').select(['seq', 'mac']).execute()
    await store.close()
    await restoreIn(place)
    store = await place.open()
    const entries = await store.db.selectFrom('audit').selectAll().orderBy('seq').execute()
    expect(entries).toHaveLength(2)
    expect(entries[1]).toMatchObject({ action: 'database.restored', person_id: null, thing_type: 'database' })
    expect(JSON.parse(entries[1]?.facts ?? '')).toEqual({ formerSeq: 2, formerMac: former?.mac, exportedSince: 0 })
  })

  it('says which payouts were exported since it was made, as they could be paid twice', async () => {
    const payouts = await seedPayouts(store, 3)
    await setExported(payouts.slice(0, 1))
    await backUpNow()
    await setExported(payouts)
    await store.close()
    const { exportedSince } = await restoreIn(place)
    expect(exportedSince).toEqual(payouts.slice(1).map(({ reference }) => reference))
    store = await place.open()
    const last = await store.db.selectFrom('audit').select('facts').orderBy('seq', 'desc').executeTakeFirstOrThrow()
    expect(JSON.parse(last.facts)).toMatchObject({ exportedSince: 2 })
  })

  const setExported = (payouts: readonly { readonly id: string }[]) =>
    store.write(async ({ db, audit }) => {
      const ids = payouts.map(({ id }) => id)
      await db.updateTable('payouts').set({ state: 'exported' }).where('id', 'in', ids).execute()
      await audit({ personId: null, action: 'export.created', thing: { type: 'export', id: 'e' } })
    })

  /** The names in the former database. */
  async function namesAside({ databaseUrl, dataDirectory }: Place, aside: string): Promise<string[]> {
    if (kind === 'SQLite') {
      const { inspectSqlite } = await import('./sqlite.ts')
      expect(existsSync(join(aside, 'audit-head'))).toBe(true)
      return inspectSqlite(join(aside, 'payout-desk.db'), async (db) =>
        (await db.selectFrom('people').select('name').orderBy('id').execute()).map(({ name }) => name),
      )
    }
    const { connectPostgres } = await import('../postgres.ts')
    expect(existsSync(join(dataDirectory, aside.replace('schema ', ''), 'audit-head'))).toBe(true)
    const db = connectPostgres(databaseUrl ?? '', { max: 1 })
    const rows = await db
      .withSchema(aside.replace('schema ', ''))
      .selectFrom('people')
      .select('name')
      .orderBy('id')
      .execute()
    await db.destroy()
    return rows.map(({ name }) => name)
  }
})

it('a backup of an embedded database that is not there yet is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'payout-desk-'))
  await expect(backUp({ dataDirectory: folder }, join(folder, 'backup'), tools, at)).rejects.toThrow(
    'there is no database',
  )
  expect(readdirSync(folder)).toEqual([])
  rmSync(folder, { recursive: true })
})
