import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import type { LogFields } from '../kernel/log.ts'
import { backUp } from '../store/backup/backup.ts'
import { readBackup } from '../store/backup/manifest.ts'
import { StoreError } from '../store/database-kind.ts'
import type { Store } from '../store/store.ts'
import { type Place, stores } from '../testing/stores.ts'
import { type VirtualClock, virtualClock } from '../testing/virtual-clock.ts'
import { beginBackup } from './backup-rows.ts'
import { makeBackupDirectory, type ScheduledBackups, scheduleBackups } from './scheduled-backups.ts'

const tools = { postgresPrograms: inject('postgresPrograms') }
const minute = 60_000
const hour = 60 * minute

it.each(['/proc/nothing', '/proc/nothing/below', '/dev/null'])(
  'scheduled backups cannot be in %s, which the start says',
  (directory) => {
    expect(() => makeBackupDirectory({ directory })).toThrow(/ENOENT|EEXIST/)
  },
)

describe.each(stores)('scheduled backups of $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  let folder: string
  let clock: VirtualClock
  let logged: { readonly event: string; readonly fields: LogFields }[]
  let started: ScheduledBackups[]
  beforeEach(async () => {
    place = await makePlace()
    store = await place.open()
    folder = mkdtempSync(join(tmpdir(), 'payout-desk-backups-'))
    clock = virtualClock()
    logged = []
    started = []
  })
  afterEach(async () => {
    await Promise.all(started.map((backups) => backups.stop()))
    await store.close()
    await place.remove()
    rmSync(folder, { recursive: true })
  })

  const makeOne = async (target: string, at: Date) => void (await backUp(place, target, tools, at))

  function schedule(make: (target: string, at: Date, signal: AbortSignal) => Promise<void> = makeOne, over = store) {
    const note = (event: string, fields: LogFields) => void logged.push({ event, fields })
    const settings = { directory: folder, everyMs: 24 * hour, keep: 2 }
    const backups = scheduleBackups({
      settings,
      store: over,
      clock,
      log: { info: note, error: note, trouble: note },
      make,
    })
    started.push(backups)
    return backups
  }

  /** Lets time pass, and what is due end. */
  async function pass(ms: number, isOver: () => boolean | Promise<boolean>): Promise<void> {
    await clock.advance(ms)
    await vi.waitFor(async () => {
      await clock.advance(0)
      await turn()
      expect(await isOver()).toBe(true)
    }, 30_000)
  }

  const files = () => readdirSync(folder).filter((name) => name.endsWith('.backup'))
  const hasEnded = async (backups: ScheduledBackups, outcome: string, startedAt: number) => {
    const { last } = await backups.state()
    return last?.outcome === outcome && Date.parse(last.startedAt) >= startedAt
  }

  it('are made at the start and then by the clock, for their owner alone; the newest stay, and so does what is not theirs', async () => {
    writeFileSync(join(folder, 'by-hand.backup'), 'made by a person')
    writeFileSync(join(folder, 'payout-desk-19691231T235959999Z.backup.part'), 'cut off')
    const backups = schedule()
    for (const day of [0, 1, 2]) {
      await pass(day === 0 ? 0 : 24 * hour, () => hasEnded(backups, 'made', day * 24 * hour))
    }
    expect(files()).toEqual([
      'by-hand.backup',
      'payout-desk-19700102T000000000Z.backup',
      'payout-desk-19700103T000000000Z.backup',
    ])
    expect(existsSync(join(folder, 'payout-desk-19691231T235959999Z.backup.part'))).toBe(false)
    const newest = join(folder, 'payout-desk-19700103T000000000Z.backup')
    expect(statSync(newest).mode & 0o777).toBe(0o600)
    expect(await readBackup(newest)).toMatchObject({ madeAt: '1970-01-03T00:00:00.000Z' })
    expect(await backups.state()).toMatchObject({
      schedule: { everyMinutes: 1_440, keep: 2 },
      madeAt: '1970-01-03T00:00:00.000Z',
      last: { outcome: 'made', startedAt: '1970-01-03T00:00:00.000Z' },
    })
  })

  it('are made once, however many servers use the database', async () => {
    const other = await place.open()
    const made: string[] = []
    const count = async (target: string, at: Date) => {
      made.push(target)
      await makeOne(target, at)
    }
    const both = [schedule(count), schedule(count, other)]
    for (const day of [0, 1]) {
      await pass(day === 0 ? 0 : 24 * hour, async () => {
        const ended = await Promise.all(both.map((backups) => hasEnded(backups, 'made', day * 24 * hour)))
        return ended.every(Boolean)
      })
    }
    await Promise.all(both.map((backups) => backups.stop()))
    expect(made).toHaveLength(2)
    await other.close()
  })

  it('take no older one away when an attempt fails, which is logged and shown; after a quarter of an hour there is another', async () => {
    let isFull = false
    const backups = schedule((target, at) =>
      isFull ? Promise.reject(new StoreError('no space')) : makeOne(target, at),
    )
    for (const day of [0, 1]) {
      await pass(day === 0 ? 0 : 24 * hour, () => hasEnded(backups, 'made', day * 24 * hour))
    }
    isFull = true
    await pass(24 * hour, () => hasEnded(backups, 'failed', 48 * hour))
    expect(logged.at(-1)).toEqual({ event: 'scheduled backup failed', fields: { reason: 'no space' } })
    expect(await backups.state()).toMatchObject({ madeAt: '1970-01-02T00:00:00.000Z', last: { outcome: 'failed' } })
    expect(files()).toEqual(['payout-desk-19700101T000000000Z.backup', 'payout-desk-19700102T000000000Z.backup'])
    isFull = false
    await pass(15 * minute, () => hasEnded(backups, 'made', 48 * hour + 15 * minute))
    expect(files()).toHaveLength(2)
  })

  it('end with the server, and an attempt of a server that is gone is waited for no longer than attempts take', async () => {
    const waiting = async (_: string, __: Date, signal: AbortSignal) => {
      if (!signal.aborted) await once(signal, 'abort')
      throw new StoreError('cut')
    }
    const stopped = schedule(waiting)
    await pass(0, () => hasEnded(stopped, 'running', 0))
    await stopped.stop()
    expect(await stopped.state()).toMatchObject({ madeAt: null, last: { outcome: 'failed' } })
    await store.write(({ db }) => beginBackup(db, clock.date().toISOString()))
    const next = schedule()
    await pass(hour, () => hasEnded(next, 'running', 0))
    expect(files()).toEqual([])
    await pass(hour + 2 * minute, () => hasEnded(next, 'made', 2 * hour))
    expect(files()).toHaveLength(1)
  })
})
