import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from 'undici'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { backupStateSchema } from '#shared/api/backups.ts'
import { readBackup } from '../store/backup/manifest.ts'
import type { Program } from '../testing/program.ts'
import { startServer } from '../testing/server-program.ts'
import { type Place, stores } from '../testing/stores.ts'
import { visitor } from '../testing/test-app.ts'

describe.each(stores)('a server on $name with BACKUP_DIR', ({ name, makePlace }) => {
  let place: Place
  let folder: string
  let directory: string
  beforeEach(async () => {
    place = await makePlace()
    folder = mkdtempSync(join(tmpdir(), 'payout-desk-backups-'))
    directory = join(folder, 'backups')
  })
  afterEach(async () => {
    await place.remove()
    rmSync(folder, { recursive: true })
  })

  const start = (postgresPrograms = inject('postgresPrograms')) =>
    startServer({
      ...place.environment,
      PORT: '0',
      LOG_LEVEL: 'info',
      BACKUP_DIR: directory,
      AUDIT_WITNESS: join(folder, 'witness'),
      PAYOUT_DESK_POSTGRES_BIN: postgresPrograms,
    })

  async function visit(program: Program) {
    const url = await program.ready()
    const agent = new Agent()
    const { get } = visitor(agent, url, 'Ana Souza')
    return {
      get,
      state: async () => backupStateSchema.parse((await get('/api/backups')).json),
      leave: async () => {
        await agent.destroy()
        program.process.kill('SIGTERM')
        expect(await program.ended).toEqual([0, null])
      },
    }
  }

  /** Enough that a backup takes a while. */
  async function fill(megabytes: number): Promise<void> {
    const store = await place.open()
    await store.write(async ({ db }) => {
      const at = '2026-11-21T12:00:00.000Z'
      await db.insertInto('people').values({ id: 'ana', name: 'Ana', name_key: 'ana', created_at: at }).execute()
      for (let count = 0; count < megabytes * 10; count += 1) {
        const content = randomBytes(50_000).toString('hex')
        const times = { created_at: at, updated_at: at }
        const draft = { id: `d${count}`, person_id: 'ana', kind: 'payout', revision: 1, ...times } as const
        await db
          .insertInto('drafts')
          .values({ ...draft, content_encrypted: content })
          .execute()
      }
    })
    await store.close()
  }

  it('makes one while it answers requests, says so to people and to Prometheus, and sends the end of its audit log to the witness', async () => {
    await fill(20)
    const app = await visit(start())
    let answers = 0
    await vi.waitFor(
      async () => {
        const { last } = await app.state()
        answers += 1
        expect(last?.outcome).toBe('made')
      },
      { timeout: 50_000, interval: 20 },
    )
    // A server that waited for its backup would answer once before it, and once after.
    expect(answers).toBeGreaterThan(4)
    const [file = '', ...others] = readdirSync(directory)
    expect(others).toEqual([])
    expect((await readBackup(join(directory, file))).counts).toMatchObject({ drafts: 200 })
    const { text } = await app.get('/metrics')
    expect(text).toMatch(/^payout_desk_backup_age_seconds \d+(?:\.\d+)?$/m)
    expect(text).toContain('payout_desk_backup_failed 0')
    expect(text).toContain('payout_desk_audit_witness_failures_total 0')
    expect(await app.state()).toMatchObject({ witness: { failedAt: null } })
    await app.leave()
    const [witnessed, noted] = [join(folder, 'witness'), join(place.dataDirectory, 'audit-head')].map((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .findLast((line) => line !== ''),
    )
    expect(witnessed).toBe(noted)
  })

  it('does not start where the folder for them cannot be made', async () => {
    writeFileSync(directory, 'a file, where a folder should be')
    const program = start()
    expect(await program.ended).toEqual([1, null])
    expect(program.output.err).toContain(
      ` cannot start: ${directory} cannot be used: a file is where a folder should be (EEXIST).\n`,
    )
  })

  it.runIf(name === 'PostgreSQL')(
    'goes on without one where none can be made, and says so to people, to Prometheus and in the log',
    async () => {
      const program = start(folder)
      const app = await visit(program)
      await vi.waitFor(async () => expect((await app.state()).last?.outcome).toBe('failed'), 30_000)
      const { text } = await app.get('/metrics')
      expect(text).toContain('payout_desk_backup_age_seconds +Inf')
      expect(text).toContain('payout_desk_backup_failed 1')
      await app.leave()
      expect(program.output.out).toMatch(/"reason":"[^"]*pg_dump[^"]*".*"msg":"scheduled backup failed"/)
    },
  )

  it('leaves no process and no backup behind when it is ended in the middle of one', async () => {
    await fill(20)
    mkdirSync(directory)
    const program = start()
    const app = await visit(program)
    await vi.waitFor(() => expect(readdirSync(directory).some((name) => name.endsWith('.part'))).toBe(true), {
      timeout: 30_000,
      interval: 5,
    })
    await app.leave()
    expect(program.output.out).toContain('the backup was cut short')
    expect(readdirSync(directory).filter((name) => name.endsWith('.backup'))).toEqual([])
  })
})

it('a server without BACKUP_DIR makes no backups, and /metrics does not speak of them', async () => {
  const program = startServer({ PORT: '0' })
  const url = await program.ready()
  const agent = new Agent()
  const { get } = visitor(agent, url, 'Ana Souza')
  expect((await get('/api/backups')).json).toEqual({ schedule: null, madeAt: null, last: null, witness: null })
  expect((await get('/metrics')).text).not.toMatch(/payout_desk_(?:backup|audit_witness)/)
  await agent.destroy()
  program.process.kill('SIGTERM')
  await program.ended
  expect(existsSync('backups')).toBe(false)
})
