import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { backup as backupProgram, runRestore } from '../../programs/data-programs.ts'
import { seedPayouts } from '../../testing/seed-payouts.ts'
import { type Place, stores } from '../../testing/stores.ts'
import { firstSchemaName } from '../migrations/first-schema.ts'
import { backUp } from './backup.ts'
import { type Manifest, readBackup, seal } from './manifest.ts'
import { restore } from './restore.ts'

const tools = { postgresPrograms: inject('postgresPrograms') }
const at = new Date('2026-11-21T14:30:00.000Z')

/** Flipped bits of the copied database, and cut lengths; each takes a read of the file. */
const samples = inject('testSet') === 'soak' ? 20_000 : 300

describe.each(stores)('the manifest of a backup of $name', ({ name, makePlace }) => {
  let place: Place
  let folder: string
  let file: string
  let manifest: Manifest
  let bytes: Buffer
  beforeAll(async () => {
    place = await makePlace()
    const store = await place.open(() => at)
    await seedPayouts(store, 20)
    await store.write(({ audit }) =>
      audit({ personId: null, action: 'payout.changed', thing: { type: 'payout', id: 'x' } }),
    )
    folder = mkdtempSync(join(tmpdir(), 'payout-desk-backup-'))
    file = join(folder, 'backup')
    manifest = await backUp(place, file, tools, at)
    await store.close()
    bytes = readFileSync(file)
    for (const [setting, value] of Object.entries(place.environment)) vi.stubEnv(setting, value)
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await place.remove()
    rmSync(folder, { recursive: true })
  })

  /** The backup with other bytes in it. */
  function written(content: Buffer): string {
    const changed = join(folder, 'changed')
    writeFileSync(changed, content)
    return changed
  }

  it('says what is in it, and reading it to its end finds just that', async () => {
    expect(manifest).toMatchObject({
      kind: name === 'SQLite' ? 'sqlite' : 'postgres',
      madeAt: at.toISOString(),
      program: expect.stringMatching(/^\d+\.\d+\.\d+/),
      schema: firstSchemaName,
      dataKey: place.keyRing.current.id,
      head: { seq: 1, at: at.toISOString() },
    })
    expect(manifest.counts).toMatchObject({ payouts: 20, people: 1, audit: 1, migrations: expect.any(Number) })
    expect(await readBackup(file)).toEqual(manifest)
  })

  it(`finds every bit that is flipped: ${samples} of the copy, and all of what follows it`, async () => {
    const changed = written(bytes)
    const random = sequence(7)
    const inCopy = Array.from({ length: samples }, () => Math.floor(random() * manifest.bytes * 8))
    const behind = Array.from({ length: (bytes.length - manifest.bytes) * 8 }, (_, bit) => manifest.bytes * 8 + bit)
    const missed: number[] = []
    const opened = openSync(changed, 'r+')
    for (const bit of [...inCopy, ...behind]) {
      const position = Math.floor(bit / 8)
      const was = bytes.readUInt8(position)
      writeSync(opened, Buffer.of(was ^ (1 << (bit % 8))), 0, 1, position)
      const reading = readBackup(changed).then(
        () => missed.push(bit),
        (error: Error) => expect(error.message).toMatch(/is damaged|is cut off|is no backup/),
      )
      await reading
      writeSync(opened, Buffer.of(was), 0, 1, position)
    }
    closeSync(opened)
    expect(missed).toEqual([])
    expect(await readBackup(changed)).toEqual(manifest)
  })

  it('finds a file that is cut anywhere, or has something before, within or behind it', async () => {
    const random = sequence(11)
    const lengths = Array.from({ length: 50 }, () => Math.floor(random() * bytes.length))
    for (const length of [0, 1, 95, manifest.bytes, bytes.length - 1, ...lengths]) {
      await expect(readBackup(written(bytes.subarray(0, length))), `${length}`).rejects.toThrow(/cut off|no backup/)
    }
    for (const place of [0, 1_000, manifest.bytes, bytes.length]) {
      const longer = Buffer.concat([bytes.subarray(0, place), Buffer.of(0), bytes.subarray(place)])
      await expect(readBackup(written(longer)), `${place}`).rejects.toThrow(/damaged|cut off/)
    }
  })

  it('is verified by npm run backup -- --verify in one line, without a restore and without the key', async () => {
    expect(await backupProgram(['--verify', file], tools)).toEqual({
      isDone: true,
      text:
        `${file} is a whole backup: 1 beneficiary, 20 payouts, 1 entry in the audit log, of ${name === 'SQLite' ? 'the embedded database' : 'a PostgreSQL'}, ` +
        `made 2026-11-21T14:30:00.000Z by version ${manifest.program}. It opens only with data key ${manifest.dataKey}. This version can restore it.`,
    })
    const verify = async (path: string) => backupProgram(['--verify', path], tools)
    const flipped = Buffer.from(bytes)
    flipped.writeUInt8(flipped.readUInt8(5_000) ^ 4, 5_000)
    const changed = written(flipped)
    expect(await verify(changed)).toEqual({
      isDone: false,
      text: `No good backup: ${changed} is damaged: its content is not what was backed up.`,
    })
    expect((await verify(written(bytes.subarray(0, -7)))).text).toMatch(
      /^No good backup: \S+ is cut off, or was not made by npm run backup: [^\n]*\.$/,
    )
    expect((await verify(written(Buffer.from('a letter to the bank')))).text).toBe(
      `No good backup: ${changed} is no backup of Payout Desk.`,
    )
    mkdirSync(join(folder, 'a-folder'))
    expect((await verify(join(folder, 'a-folder'))).text).toContain('cannot be read (EISDIR)')
    expect((await verify(join(folder, 'none'))).text).toContain('there is no ')
    expect((await backupProgram(['--verify'], tools)).text).toContain('say which: npm run backup -- --verify <file>')
  })

  it('keeps a damaged, a foreign, a newer and an older backup from being restored, each with one line, and nothing changes', async () => {
    const restoreLine = async (path: string) => (await runRestore([path], tools)).text
    const before = readFileSync(join(place.dataDirectory, 'audit-head'))
    const flipped = Buffer.from(bytes)
    flipped.writeUInt8(flipped.readUInt8(manifest.bytes - 100) ^ 1, manifest.bytes - 100)
    expect(await restoreLine(written(flipped))).toMatch(/^Nothing was done: \S+ is damaged: [^\n]*\.$/)
    const plain = written(bytes.subarray(0, manifest.bytes))
    expect(await restoreLine(plain)).toMatch(/^Nothing was done: \S+ is cut off, or was not made by [^\n]*\.$/)
    await seal(plain, manifest.kind, { ...manifest, schema: `${manifest.schema} 9999-later` }, at)
    expect(await restoreLine(plain)).toBe(
      `Nothing was done: ${plain} was made by a newer version of Payout Desk, ${manifest.program}: restore it with that one.`,
    )
    for (const schema of ['0032-payouts-by-person', '0001-first', '0001-first-0123456789ab', '']) {
      const older = written(bytes.subarray(0, manifest.bytes))
      await seal(older, manifest.kind, { ...manifest, schema }, at)
      expect(await restoreLine(older), schema).toBe(
        `Nothing was done: ${older} was made by another version of Payout Desk, and until 1.0.0 the tables change without an update: restore it with that version, or start over without it.`,
      )
    }
    expect(readFileSync(join(place.dataDirectory, 'audit-head'))).toEqual(before)
    const store = await place.open()
    expect(await store.db.selectFrom('payouts').select('id').execute()).toHaveLength(20)
    await store.close()
  })

  it.each(stores.filter((other) => other.name !== name))('keeps it from being restored into $name', async (other) => {
    const target = await other.makePlace()
    await expect(restore(target, file, tools, at)).rejects.toThrow(
      name === 'SQLite'
        ? `${file} is a backup of the embedded database, and DATABASE_URL names a PostgreSQL`
        : `${file} is a backup of a PostgreSQL, and DATABASE_URL names none`,
    )
    await target.remove()
  })
})

/** Numbers from 0 up to 1, the same ones in each run. */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
