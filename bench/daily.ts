/**
 * `npm run bench:daily`: how long each kind of daily work takes over HTTP with 100,000 beneficiaries and as many payouts, on SQLite and on
 * PostgreSQL, and its CPU time. The data are filled in through the app itself, which takes minutes: with `--data FOLDER` they are saved for
 * the next time. `--only sqlite` or `--only postgres` leaves the other out, `--work TEXT` all work without that text in its name. Each
 * figure is printed as it is measured; `npm run bench` takes over those of the most frequent work, and the slowest of the others.
 */
import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { cpuMsOf, cpuMsOfPostgres } from './cpu-of.ts'
import { type DailyDesk, options, withDailyDesks } from './daily-desks.ts'
import { dailyWork, type Work } from './daily-work.ts'
import { type Line, printPart, say } from './part.ts'
import { stallsOf } from './stalls.ts'

const rounds = Number(options.rounds)
const mostMs = 50

interface Timing {
  readonly p50: number
  readonly p99: number
  readonly cpuMs: number
  /** Of PostgreSQL's processes; undefined where there is none. */
  readonly databaseCpuMs: number
}

/** What people do most. */
const usual = [
  'overview',
  'payouts: all',
  'payouts: text, two common words',
  'payouts: text, INV',
  'save a payout for a saved beneficiary',
  'open a payout in review',
  'approve a payout',
  'erase a beneficiary',
]

const lines: Line[] = []

await withDailyDesks(async (desk) => {
  const stalls = await stallsOf(desk)
  const timings = new Map<string, Timing>()
  say(`\n${desk.database}: ms of ${rounds} rounds; load of the machine ${loadavg()[0]?.toFixed(1)}`)
  say(`${'p50'.padStart(60)}${'p99'.padStart(9)}${'CPU'.padStart(9)}${'its own'.padStart(9)}`)
  for (const work of await dailyWork(desk)) {
    if (!work.name.includes(options.work ?? '')) continue
    const timing = await measure(desk, work)
    timings.set(work.name, timing)
    show(work.name, timing)
  }
  await untilTidy(desk)
  say(`the event loop stalled, times by ms: ${JSON.stringify(await stalls())}`)
  lines.push(...linesOf(desk.database, timings))
})
printPart(lines)

function linesOf(database: string, timings: ReadonlyMap<string, Timing>): readonly Line[] {
  const line = (name: string, { p50 }: Timing) => ({
    what: `${name}, ${database}`,
    unit: 'ms, p50',
    ours: p50,
    goal: { most: mostMs },
  })
  const often = [...timings].filter(([name]) => usual.includes(name))
  const others = [...timings].filter(([name]) => !usual.includes(name)).toSorted(([, a], [, b]) => b.p50 - a.p50)
  const within = others.filter(([, { p50 }]) => p50 <= mostMs).length
  return [
    ...often.map(([name, timing]) => line(name, timing)),
    ...others.slice(0, 3).map(([name, timing]) => ({
      ...line(name, timing),
      note: `among the slowest of ${others.length} others, ${within} of them within 50 ms`,
    })),
  ]
}

async function measure(desk: DailyDesk, work: Work): Promise<Timing> {
  const times: number[] = []
  const used = { server: 0, database: 0 }
  for (let round = 0; round < rounds; round += 1) {
    const request = await work.prepare(round)
    const before = cpuOf(desk)
    const begun = performance.now()
    const answer = await request()
    times.push(performance.now() - begun)
    if (answer.status >= 300) throw new Error(`${work.name} answered ${answer.status}: ${answer.text}`)
    const after = cpuOf(desk)
    used.server += after.server - before.server
    used.database += after.database - before.database
  }
  const sorted = times.toSorted((a, b) => a - b)
  const [p50 = 0, p99 = 0] = [sorted[Math.floor(rounds / 2)], sorted.at(-1)]
  return { p50, p99, cpuMs: used.server / rounds, databaseCpuMs: used.database / rounds }
}

function cpuOf({ pid, postgresData }: DailyDesk) {
  return { server: cpuMsOf(pid), database: postgresData === undefined ? 0 : cpuMsOfPostgres(postgresData) }
}

function show(name: string, { p50, p99, cpuMs, databaseCpuMs }: Timing): void {
  const numbers = [p50, p99, cpuMs, databaseCpuMs].map((ms) => ms.toFixed(1).padStart(9)).join('')
  say(`${p50 > mostMs ? '!' : ' '} ${name.padEnd(49)}${numbers}`)
}

/** SQLite writes its file again after erasures. */
async function untilTidy({ dataDirectory }: DailyDesk): Promise<void> {
  while (existsSync(join(dataDirectory, 'payout-desk.db-compaction'))) await wait(200)
}
