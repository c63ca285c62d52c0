/**
 * Part `import` of `npm run bench`: reading files beside the packages that others read them with, on the same files in one run, each
 * reader in a process of its own.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import * as z from 'zod/mini'
import { csvOf, importRows, xlsxOf } from './import-files.ts'
import { type Line, printPart, quantile, say } from './part.ts'
import { installPeers, peersFolder } from './peers.ts'

const rounds = 5
const processes = 2

const resultSchema = z.object({ rows: z.number(), cpuMs: z.array(z.number()), megabytes: z.number() })

type Result = z.infer<typeof resultSchema>

installPeers()
const folder = mkdtempSync(join(tmpdir(), 'payout-desk-import-'))
const program = join(folder, 'import-run.mjs')
try {
  // Built, as pages are: tsx would wrap every function to keep its name, which takes a third of the time.
  const entryPoints = [join(import.meta.dirname, 'import-run.ts')]
  buildSync({ entryPoints, outfile: program, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' })
  printPart(linesOn(20_000))
} finally {
  rmSync(folder, { recursive: true })
}

function linesOn(count: number): readonly Line[] {
  const rows = importRows(count)
  const csv = written(`${count}.csv`, csvOf(rows))
  const xlsx = written(`${count}.xlsx`, xlsxOf(rows))
  const many = count.toLocaleString('en')
  return [
    ...compare(`${many} rows of CSV`, csv, ['csv-parse', 'papaparse', 'udsv']),
    ...compare(`${many} rows of XLSX`, xlsx, ['read-excel-file', 'exceljs']),
    ...[csv, xlsx].flatMap((path) => toEveryError(`${many} rows of ${path === csv ? 'CSV' : 'XLSX'}`, path)),
  ]
}

function written(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** The readers take turns, so that what else the machine does befalls all of them; the best median counts. */
function compare(what: string, path: string, peers: readonly string[]): readonly Line[] {
  const results = new Map(['ours', ...peers].map((reader): [string, Result[]] => [reader, []]))
  const turns = peers.includes('exceljs') ? 1 : processes
  for (let turn = 0; turn < turns; turn += 1)
    for (const [reader, found] of results) {
      found.push(run(reader, path))
      say(`${what}, ${reader}`)
    }
  const line = (name: string, unit: string, of: (found: readonly Result[]) => number): Line => ({
    what: `${what}${name}`,
    unit,
    ours: of(results.get('ours') ?? []),
    peers: Object.fromEntries(peers.map((peer) => [peer, of(results.get(peer) ?? [])])),
  })
  return [line('', 'ms of CPU', cpuOf), line(', at most', 'MB', memoryOf)]
}

/** Columns understood, every row read as a payout, and each error and warning found. */
function toEveryError(what: string, path: string): readonly Line[] {
  const found = [run('ours, to every error', path)]
  return [{ what: `${what}, to every error of every row`, unit: 'ms of CPU', ours: cpuOf(found) }]
}

function run(reader: string, path: string): Result {
  // It takes minutes, and is there for its memory.
  const wanted = reader === 'exceljs' ? 1 : rounds
  const args = [program, reader, path, join(peersFolder, 'package.json'), String(wanted)]
  return z.parse(resultSchema, JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })))
}

function cpuOf(results: readonly Result[]): number {
  return Math.min(...results.map(({ cpuMs }) => quantile(cpuMs, 0.5)))
}

function memoryOf(results: readonly Result[]): number {
  return Math.min(...results.map(({ megabytes }) => megabytes))
}
