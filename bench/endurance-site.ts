import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../scripts/run.mjs'
import { keyRingOf, keyRingText, makeKey } from '../server/store/encryption/key-ring.ts'
import { openStore } from '../server/store/open-store.ts'
import type { Store } from '../server/store/store.ts'
import { type Program, startProgram } from '../server/testing/program.ts'

/** One of two servers on one database; it keeps its address when it is started again. */
export interface Server {
  readonly url: string
  /** The process of now. */
  readonly pid: () => number
  /** Resolves once it answers. */
  start(): Promise<void>
  /** Resolves with its exit code and signal. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<unknown[]>
  /** Puts its time of day off by so many seconds. */
  jump(seconds: number): void
}

/** Two servers on one database, and its folder on a disk of its own. */
export interface Site {
  readonly name: string
  readonly folder: string
  /** The first is killed and frozen; the second lives all the time, so that its memory shows a leak. */
  readonly servers: readonly [Server, Server]
  openStore(): Promise<Store>
  remove(): void
}

interface SiteSettings {
  readonly name: string
  readonly databaseUrl: string | undefined
  readonly providerUrl: string
  /** What Node is given. */
  readonly program: string[]
}

/** Enough for hours of SQLite, and quickly filled. */
const diskSize = '1g'

/** Starts both servers. Needs root, for the disk, and `cc`. */
export async function startSite({ name, databaseUrl, providerUrl, program }: SiteSettings): Promise<Site> {
  const place = mkdtempSync(join(tmpdir(), 'payout-desk-endurance-'))
  const folder = join(place, 'data')
  mkdirSync(folder)
  run('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'tmpfs', folder])
  const library = join(place, 'clock-jump.so')
  const source = join(import.meta.dirname, '../server/testing/clock-jump.c')
  run('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'])
  const keyRing = keyRingOf([makeKey()])
  const environment = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    DATA_KEY: keyRingText(keyRing).trim(),
    PROVIDER_BASE_URL: providerUrl,
    PROVIDER_SHOP_ID: '4711',
    PROVIDER_API_TOKEN: 'token-of-endurance',
    PROVIDER_TIMEOUT_MS: '2000',
    SIGN_INS_PER_MINUTE: '100000',
    VALIDATIONS_PER_MINUTE: '100000',
    LD_PRELOAD: library,
    NODE_ENV: 'production',
  }
  const serverOf = async (which: string) => {
    const clock = join(place, `clock-${which}`)
    return createServer({ ...environment, PORT: String(await freePort()), CLOCK_JUMP: clock }, program, clock)
  }
  const servers = [await serverOf('first'), await serverOf('second')] as const
  for (const server of servers) await server.start()
  return {
    name,
    folder,
    servers,
    openStore: () => openStore({ databaseUrl, dataDirectory: folder, keyRing }, () => new Date()),
    remove: () => {
      run('umount', ['--lazy', folder])
      rmSync(place, { recursive: true })
    },
  }
}

function createServer(
  environment: Readonly<Record<string, string | undefined>>,
  program: string[],
  clock: string,
): Server {
  let running: Program | undefined
  const now = () => {
    if (running === undefined) throw new Error('It does not run.')
    return running
  }
  process.once('exit', () => running?.process.kill('SIGKILL'))
  return {
    url: `http://127.0.0.1:${environment.PORT}`,
    pid: () => now().process.pid ?? 0,
    start: async () => {
      running = startProgram(environment, program)
      await running.ready()
    },
    end: (signal) => {
      now().process.kill(signal)
      return now().ended
    },
    jump: (seconds) => writeFileSync(clock, String(seconds)),
  }
}

/** In MB. */
export function memoryOf(server: Server): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid()}/status`, 'utf8'))?.[1]) / 1024
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args)
  if (status !== 0) throw new Error(`${command}: ${stderr}`)
}
