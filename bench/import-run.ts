/**
 * Reads a file with one reader, several rounds of it, in a process of its own, and prints how many rows it found, the CPU time of a round
 * and the memory of the first one. Peers have their own folder, which `npm run bench` fills.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { TableRow } from '#shared/files/table.ts'
import { readFile } from '#shared/files/testing/read-at-once.ts'
import { amountStyle } from '#shared/import/amount-style.ts'
import { planOf } from '#shared/import/import-plan.ts'
import { matchColumns } from '#shared/import/match-columns.ts'
import { readRow } from '#shared/import/read-row.ts'

const [, , reader = '', path = '', peers = '', rounds = '1'] = process.argv
const peer = createRequire(peers)

/** From bytes to the number of rows that came of them. */
const readers: Readonly<Record<string, (bytes: Buffer) => Promise<number>>> = {
  ours: async (bytes) => (await rowsOf(bytes)).length,
  'ours, to every error': async (bytes) => errorsOf(await rowsOf(bytes)),
  'csv-parse': async (bytes) => peer('csv-parse/sync').parse(bytes, { relax_column_count: true }).length,
  papaparse: async (bytes) => peer('papaparse').parse(bytes.toString()).data.length,
  udsv: async (bytes) => {
    const { inferSchema, initParser } = peer('udsv')
    const text = bytes.toString()
    return initParser(inferSchema(text)).stringArrs(text).length + 1
  },
  'read-excel-file': async (bytes) => (await peer('read-excel-file/node').default(bytes))[0].data.length,
  exceljs: async (bytes) => {
    const { Workbook } = peer('exceljs')
    const workbook = new Workbook()
    await workbook.xlsx.load(bytes)
    return workbook.worksheets[0].rowCount
  },
}

const read = readers[reader]
if (read === undefined) throw new Error(`There is no reader ${reader}`)
const bytes = readFileSync(path)
const before = peakMegabytes()
let rows = await read(bytes)
const megabytes = peakMegabytes() - before
const cpuMs: number[] = []
for (let round = 0; round < Number(rounds); round += 1) {
  const start = process.cpuUsage()
  rows = await read(bytes)
  const { user, system } = process.cpuUsage(start)
  cpuMs.push((user + system) / 1_000)
}
process.stdout.write(JSON.stringify({ rows, cpuMs, megabytes }))

async function rowsOf(bytes: Uint8Array): Promise<readonly TableRow[]> {
  const reading = await readFile(bytes)
  if ('refusal' in reading) throw new Error(reading.refusal)
  return reading.table.rows
}

/** As the worker of the import screen does it: columns by the first rows, the decimal sign by all amounts, then every row. */
function errorsOf(rows: readonly TableRow[]): number {
  const matching = matchColumns(rows.slice(0, 300))
  const amount = matching.columns.find(({ meaning }) => meaning.as === 'field' && meaning.field === 'amount')
  const data = rows.slice(matching.firstRow)
  const { decimal } = amountStyle(amount === undefined ? [] : data.map((row) => row[amount.index]))
  const plan = planOf(matching, { decimal })
  const readings = data.map((row) => readRow(row, plan))
  const withErrors = readings.filter(({ errors }) => errors.length > 0).length
  // Most rows of a file that was made to be good must be: else nothing but refusals is measured.
  if (withErrors > data.length / 10) throw new Error(`${withErrors} of ${data.length} rows have errors`)
  return readings.length + matching.firstRow
}

/** Linux says what this process took at most. */
function peakMegabytes(): number {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : ''
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]
  return (kilobytes === undefined ? process.resourceUsage().maxRSS : Number(kilobytes)) / 1_024
}
