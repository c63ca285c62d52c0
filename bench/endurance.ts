/**
 * `npm run bench:endurance`, and part of `npm run soak`: two servers on SQLite and two on PostgreSQL do mixed work for two hours, or as many minutes as it
 * is told, with a fault every minute. Ends with 1 where something was lost, done or billed twice, refused or stuck, or where memory grew.
 * On Linux, as root, with `cc`.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { findPostgres } from '../bin/find-postgres.mjs'
import { startPostgres } from '../scripts/postgres.mjs'
import { freePort } from '../scripts/run.mjs'
import { buildServer } from '../scripts/testing/built-server.ts'
import { readCheckpointFile } from '../server/store/audit/checkpoint-file.ts'
import { verifyAuditLog } from '../server/store/audit/verify-audit-log.ts'
import { doneIn } from '../server/testing/payout-journey.ts'
import { type Fault, faultsOf } from './endurance-faults.ts'
import { createProvider, type EnduranceProvider } from './endurance-provider.ts'
import { memoryOf, type Site, startSite } from './endurance-site.ts'
import { missingIn, startWork, type Work } from './endurance-work.ts'

const minutes = Number(process.argv[2] ?? 120)
const end = performance.now() + minutes * 60_000
/** Memory of the last quarter may be so much more than of the second: caches fill at first. */
const mostGrowth = 1.25

interface Endured {
  readonly site: Site
  readonly work: Work
  readonly provider: EnduranceProvider
  readonly memory: readonly number[]
  readonly faults: number
}

async function endure(name: string, program: string[], postgres?: { url: string; crash: () => void }): Promise<void> {
  const provider = createProvider(await freePort())
  await provider.start()
  const site = await startSite({ name, databaseUrl: postgres?.url, providerUrl: provider.url, program })
  const work = startWork(site)
  const memory: number[] = []
  let faults = 0
  const all = faultsOf(provider, postgres?.crash)
  while (performance.now() < end && work.wrong.length === 0) {
    const next = performance.now() + 60_000
    const [title, fault] = all[faults % all.length] ?? never()
    await wait(Math.random() * 20_000)
    await strike(site, title, fault)
    faults += 1
    await wait(Math.max(0, next - performance.now()))
    memory.push(memoryOf(site.servers[1]))
  }
  await work.end()
  const wrong = await judge({ site, work, provider, memory, faults })
  for (const line of wrong) process.stdout.write(`${name}: ${line}\n`)
  if (wrong.length > 0) process.exitCode = 1
  await provider.stop()
  site.remove()
}

function never(): never {
  throw new Error('There is no fault.')
}

async function strike(site: Site, title: string, fault: Fault): Promise<void> {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${site.name}: ${title}\n`)
  await fault(site)
}

/** All that is wrong, after both servers have ended. */
async function judge({ site, work, provider, memory, faults }: Endured): Promise<readonly string[]> {
  const wrong = [...work.wrong]
  for (const server of site.servers) {
    const [code] = await server.end('SIGTERM')
    if (code !== 0) wrong.push(`a server ended with ${code}`)
  }
  const store = await site.openStore()
  wrong.push(...missingIn(work, await doneIn(store)))
  const { holds } = await verifyAuditLog(store.db, store.encryption, readCheckpointFile(site.folder)?.heads ?? [])
  if (!holds) wrong.push('the audit log does not hold')
  await store.close()
  const twice = [...provider.billed.values()].filter((times) => times > 1).length
  if (twice > 0) wrong.push(`${twice} validations were billed twice`)
  const [second, last] = [medianOf(memory, 0.25, 0.5), medianOf(memory, 0.75, 1)]
  if (last > second * mostGrowth) wrong.push(`memory grew from ${second.toFixed(0)} to ${last.toFixed(0)} MB`)
  process.stdout.write(
    `${site.name}: ${faults} faults; ${work.begun()} payouts from a new beneficiary to the export, validations ${JSON.stringify(Object.fromEntries(work.validated))}; memory ${second.toFixed(0)} MB in the second quarter, ${last.toFixed(0)} MB in the last\n`,
  )
  return wrong
}

function medianOf(values: readonly number[], from: number, to: number): number {
  const part = values.slice(Math.floor(values.length * from), Math.ceil(values.length * to)).toSorted((a, b) => a - b)
  return part[Math.floor(part.length / 2)] ?? 0
}

const built = await buildServer()
const programs = findPostgres()
const postgres = programs === undefined ? undefined : await startPostgres(programs)
await Promise.all([
  endure('SQLite', built.program),
  ...(postgres === undefined ? [] : [endure('PostgreSQL', built.program, postgres)]),
])
await postgres?.stop()
built.remove()
