import { accessSync, constants, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupState } from '#shared/api/backups.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { StoreError } from '../store/database-kind.ts'
import { makeDirectory } from '../store/private-files.ts'
import type { Store } from '../store/store.ts'
import { explainTrouble } from '../store/trouble.ts'
import { type BackupRow, beginBackup, endBackup, lastBackup, stateOf } from './backup-rows.ts'

export interface BackupSettings {
  readonly directory: string
  readonly everyMs: number
  /** How many good ones stay. */
  readonly keep: number
}

export interface ScheduledBackups {
  /** Their state, whichever server makes them. */
  state(): Promise<Omit<BackupState, 'witness'>>
  /** Ends an attempt that is under way. */
  stop(): Promise<void>
}

interface BackupDeps {
  /** Undefined: this server makes none. */
  readonly settings: BackupSettings | undefined
  readonly store: Pick<Store, 'db' | 'write'>
  readonly clock: Clock
  readonly log: Log
  /**
   * Makes and verifies one backup, in a process of its own.
   * @throws StoreError where there is none
   */
  make(target: string, at: Date, signal: AbortSignal): Promise<void>
}

/** After a failed attempt; a shorter schedule stays as it is. */
const againMs = 15 * 60_000

/** No attempt takes longer. One that has no end by then was cut off with its server. */
const attemptLimitMs = 2 * 3_600_000

/** A sleep is no longer: clocks are set, and another server may have failed. */
const longestSleepMs = 10 * 60_000

/**
 * Makes the folder for backups where it is missing.
 * @throws the system's own error where it cannot be made, or written to
 */
export function makeBackupDirectory({ directory }: Pick<BackupSettings, 'directory'>): void {
  makeDirectory(directory)
  accessSync(directory, constants.W_OK)
}

/** Makes backups by the clock. Of several servers on one database the first to take the turn, under the write lock, makes it. */
export function scheduleBackups(deps: BackupDeps): ScheduledBackups {
  const { settings, store, clock } = deps
  const stopping = new AbortController()
  let cancel = () => {}
  let round: Promise<void> = Promise.resolve()
  const sleep = (delayMs: number) => {
    if (settings === undefined || stopping.signal.aborted) return
    cancel = clock.schedule(delayMs, () => {
      round = see(deps, settings, stopping.signal).then(sleep)
    })
  }
  sleep(0)
  let known: BackupRow | undefined
  return {
    state: async () => {
      // Without a database it is as it was.
      known = await lastBackup(store.db).catch(() => known)
      const schedule = settings && { everyMinutes: settings.everyMs / 60_000, keep: settings.keep }
      return { schedule: schedule ?? null, ...stateOf(known) }
    },
    stop: async () => {
      stopping.abort()
      cancel()
      await round
    },
  }
}

/** Makes a backup if one is due; answers how long to sleep. */
async function see(deps: BackupDeps, settings: BackupSettings, signal: AbortSignal): Promise<number> {
  const { store, clock, log } = deps
  try {
    if (waitMs(await lastBackup(store.db), settings, clock) === 0) {
      const turn = await takeTurn(deps, settings)
      if (turn !== undefined) await attempt(deps, settings, turn, signal)
    }
    return Math.min(waitMs(await lastBackup(store.db), settings, clock), longestSleepMs)
  } catch (error) {
    log.error('scheduled backup not recorded', { errorName: error instanceof Error ? error.name : 'unknown' })
    return 60_000
  }
}

/** How long until the next attempt. A time that no clock can have written in good order does not hold it up. */
function waitMs(row: BackupRow | undefined, { everyMs }: BackupSettings, clock: Clock): number {
  if (row === undefined) return 0
  const pauses = { running: attemptLimitMs + 60_000, failed: Math.min(everyMs, againMs), made: everyMs }
  const { [row.outcome]: pauseMs } = pauses
  const leftMs = Date.parse(row.started_at) + pauseMs - clock.date().getTime()
  return leftMs > 0 && leftMs <= pauseMs ? leftMs : 0
}

interface BackupTurn {
  readonly startedAt: string
  /** Whether the attempt before failed. */
  readonly isAgain: boolean
}

/** Undefined where another server was quicker. */
function takeTurn({ store, clock }: BackupDeps, settings: BackupSettings): Promise<BackupTurn | undefined> {
  return store.write(async ({ db }) => {
    const last = await lastBackup(db)
    if (waitMs(last, settings, clock) > 0) return undefined
    const startedAt = clock.date().toISOString()
    await beginBackup(db, startedAt)
    return { startedAt, isAgain: last?.outcome === 'failed' }
  })
}

async function attempt(
  deps: BackupDeps,
  settings: BackupSettings,
  { startedAt, isAgain }: BackupTurn,
  signal: AbortSignal,
) {
  const { store, clock, log } = deps
  const outcome = await makeOne(deps, settings, startedAt, signal).then(
    () => 'made' as const,
    (error: unknown) => {
      log.error('scheduled backup failed', { reason: reasonOf(error) })
      return 'failed' as const
    },
  )
  const endedAt = clock.date().toISOString()
  await store.write(async (tx) => {
    await endBackup(tx.db, { startedAt, outcome, endedAt })
    // Admins are told once, not at each attempt that fails.
    if (outcome === 'failed' && !isAgain) await tx.audit(failedEvent)
  })
  if (outcome === 'made') log.info('scheduled backup made', { ms: Date.parse(endedAt) - Date.parse(startedAt) })
}

const failedEvent = { personId: null, action: 'backup.failed', thing: { type: 'database', id: 'backup' } } as const

async function makeOne(
  { make, clock }: BackupDeps,
  { directory, keep }: BackupSettings,
  startedAt: string,
  signal: AbortSignal,
): Promise<void> {
  const limit = new AbortController()
  const cancel = clock.schedule(attemptLimitMs, () => limit.abort())
  try {
    makeBackupDirectory({ directory })
    // Remains of interrupted attempts: only one server has the turn at a time.
    for (const name of ownFiles(directory, /\.part$/)) rmSync(join(directory, name), { force: true })
    await make(join(directory, nameOf(startedAt)), new Date(startedAt), AbortSignal.any([signal, limit.signal]))
    for (const name of ownFiles(directory, /\.backup$/).slice(0, -keep)) rmSync(join(directory, name), { force: true })
  } finally {
    cancel()
  }
}

/** In the order of their times. */
function nameOf(startedAt: string): string {
  return `payout-desk-${startedAt.replace(/[-:.]/g, '')}.backup`
}

/** Those that this schedule has made, the oldest first; what a person put there stays. */
function ownFiles(directory: string, ending: RegExp): readonly string[] {
  const own = readdirSync(directory).filter((name) => /^payout-desk-\d{8}T\d{9}Z\.backup(?:\.part)?$/.test(name))
  return own.filter((name) => ending.test(name)).sort()
}

/** A reason is a path and words of our own or of PostgreSQL's programs, never content. */
function reasonOf(error: unknown): string {
  return error instanceof StoreError ? error.message : (explainTrouble(error) ?? 'unexpected error')
}
