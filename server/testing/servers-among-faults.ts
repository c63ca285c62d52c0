import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Agent } from 'undici'
import { inject } from 'vitest'
import { sessionCookieName } from '../http/cookies.ts'
import { readConfig } from '../settings/config.ts'
import type { Store } from '../store/store.ts'
import { memberSession, type NewMember } from './members.ts'
import type { Program } from './program.ts'
import { startServer } from './server-program.ts'
import type { Place } from './stores.ts'
import { holder, type Visitor } from './test-app.ts'

/** Servers with accounts on one database, which are killed and whose clocks jump. */
export interface ServersAmongFaults {
  readonly servers: readonly Program[]
  /** A member, signed in at each of them. */
  asMember(member: NewMember): Promise<readonly Visitor[]>
  /**
   * Puts the clock of the first off in some turns, and right in the others; left out: right. A server whose clock is five minutes off that of PostgreSQL
   * neither writes nor starts: the other one goes on.
   */
  jump(turn?: number): void
  /** Ends each of them in its turn, every other turn one, with or without a warning, and starts it again once what goes on meanwhile is over. */
  restart(turn: number, meanwhile: Promise<unknown>): Promise<void>
  stop(): Promise<void>
}

export const isSoak = inject('testSet') === 'soak'

/** Goes through all modes once; in `npm run soak` again and again for an hour, or as many minutes as FAULT_MINUTES says. Answers how many rounds there were. */
export async function goThrough<Mode>(
  modes: readonly Mode[],
  round: (mode: Mode, turn: number) => Promise<void>,
): Promise<number> {
  const end = Date.now() + (isSoak ? Number(process.env.FAULT_MINUTES ?? 60) * 60_000 : 0)
  let turns = 0
  do {
    for (const mode of modes) {
      await round(mode, turns)
      turns += 1
    }
  } while (Date.now() < end)
  return turns
}

/** By how many seconds the clock of a server is off, in turn: more than a server may be, and less. */
const jumps = [0, 400, -400, 250, -250]

export async function startAmongFaults(
  place: Place,
  store: Store,
  count: number,
  settings: Readonly<Record<string, string>>,
): Promise<ServersAmongFaults> {
  const servers: Program[] = []
  const agent = new Agent()
  const clockFile = (at: number) => join(place.dataDirectory, `clock-${at}`)
  const library = join(place.dataDirectory, 'clock-jump.so')
  const source = join(import.meta.dirname, 'clock-jump.c')
  const canJump = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl']).status === 0
  const start = async (at: number) => {
    const clock = canJump ? { LD_PRELOAD: library, CLOCK_JUMP: clockFile(at) } : {}
    const server = startServer({ ...place.environment, PORT: '0', SIGN_IN: 'accounts', ...settings, ...clock })
    servers[at] = server
    await server.ready()
  }
  for (let at = 0; at < count; at += 1) await start(at)
  return {
    servers,
    async asMember(member) {
      const { sessionLife } = readConfig({})
      const token = await memberSession(store, { signIn: 'accounts', sessionLife }, member)
      const urls = await Promise.all(servers.map((server) => server.ready()))
      return urls.map((url) => holder(agent, url, { cookie: `${sessionCookieName(new URL(url).host)}=${token}` }))
    },
    jump: (turn = 0) => writeFileSync(clockFile(0), String(turn % 2 === 1 ? jumps[turn % jumps.length] : 0)),
    async restart(turn, meanwhile) {
      if (turn % 2 === 1) return
      const kills = turn / 2
      const at = kills % count
      servers[at]?.process.kill(Math.floor(kills / count) % 2 === 0 ? 'SIGKILL' : 'SIGTERM')
      await Promise.all([meanwhile, servers[at]?.ended])
      await start(at)
    },
    async stop() {
      for (const { process } of servers) process.kill('SIGKILL')
      await Promise.all([...servers.map(({ ended }) => ended), agent.destroy()])
    },
  }
}
