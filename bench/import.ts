/**
 * `npm run bench:import`: reading files beside the packages that others read them with, on the same files in one run, each reader in a process of its
 * own. The peers are installed into a folder of their own; the app has none of them.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import * as z from 'zod/mini'
import { csvOf, importRows, xlsxOf } from './import-files.ts'

const peers = ['csv-parse@7.0.3', 'exceljs@4.4.0', 'papaparse@5.7.1', 'read-excel-file@9.3.17', 'udsv@0.7.3']
const peersFolder = join(import.meta.dirname, '../node_modules/.cache/import-peers')
const rounds = 5
const processes = 2

const resultSchema = z.object({ rows: z.number(), cpuMs: z.array(z.number()), megabytes: z.number() })

type Result = z.infer<typeof resultSchema>

installPeers()
const folder = mkdtempSync(join(tmpdir(), 'payout-desk-import-'))
const program = join(folder, 'import-run.mjs')
try {
  // Built, as pages are: what runs sources names every function anew, which takes a third of the time.
  const entryPoints = [join(import.meta.dirname, 'import-run.ts')]
  buildSync({ entryPoints, outfile: program, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' })
  for (const count of [20_000, 50_000]) compareOn(count)
} finally {
  rmSync(folder, { recursive: true })
}

/** Each by itself: where one does not install, the others are still measured. */
function installPeers(): void {
  mkdirSync(peersFolder, { recursive: true })
  writeFileSync(join(peersFolder, 'package.json'), JSON.stringify({ private: true }))
  const missing = peers.filter((peer) => !existsSync(join(peersFolder, 'node_modules', nameOf(peer))))
  if (missing.length > 0)
    execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', ...missing], {
      cwd: peersFolder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
}

function nameOf(peer: string): string {
  return peer.slice(0, peer.lastIndexOf('@'))
}

function compareOn(count: number): void {
  const rows = importRows(count)
  const csv = written(`${count}.csv`, csvOf(rows))
  const xlsx = written(`${count}.xlsx`, xlsxOf(rows))
  report(`${count.toLocaleString('en')} rows of CSV`, csv, ['ours', 'csv-parse', 'papaparse', 'udsv'])
  report(`${count.toLocaleString('en')} rows of XLSX`, xlsx, ['ours', 'read-excel-file', 'exceljs'])
  for (const path of [csv, xlsx])
    report(`${count.toLocaleString('en')} rows to every error`, path, ['ours, to every error'])
}

function written(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** The readers take turns, so that what else the machine does befalls all of them; the best median counts. */
function report(what: string, path: string, readers: readonly string[]): void {
  const turns = Array.from({ length: readers.includes('exceljs') ? 1 : processes }, () =>
    readers.map((reader) => run(reader, path)),
  )
  say(what)
  const [own = 0] = readers.map((_, place) => cpuOf(turns, place))
  for (const [place, reader] of readers.entries()) {
    const cpuMs = cpuOf(turns, place)
    const all = turns.flatMap((turn) => turn[place] ?? [])
    const megabytes = Math.min(...all.map((result) => result.megabytes))
    const rows = all[0]?.rows ?? 0
    say(
      `  ${reader}: ${Math.round((rows / cpuMs) * 1_000).toLocaleString('en')} rows a second of CPU, ${Math.round(megabytes)} MB at most` +
        (place === 0 ? '' : `; ours is ${(cpuMs / own).toFixed(2)} times as fast`),
    )
  }
}

function run(reader: string, path: string): Result {
  // It takes minutes, and is there for its memory.
  const wanted = reader === 'exceljs' ? 1 : rounds
  const args = [program, reader, path, join(peersFolder, 'package.json'), String(wanted)]
  return z.parse(resultSchema, JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })))
}

function cpuOf(turns: readonly (readonly Result[])[], place: number): number {
  return Math.min(...turns.map((turn) => median(turn[place]?.cpuMs ?? [])))
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
