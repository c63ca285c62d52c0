/**
 * `npm run bench`: every part of the bench, one after the other, and for each its section of docs/performance.md; `npm run bench -- form
 * import` runs these alone and leaves the others as they were. A part is a program that ends with one line of JSON (part.ts).
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from '../scripts/build-stamp.mjs'
import { type Line, partSchema, say } from './part.ts'
import { installPeers } from './peers.ts'

const parts: Readonly<Record<string, { readonly program: string; readonly title: string }>> = {
  form: { program: 'form-speed.ts', title: 'The form, in the browser' },
  lighthouse: { program: 'lighthouse.ts', title: 'Lighthouse' },
  hop: { program: 'validation-round-trip.ts', title: 'A validation, on the server' },
  import: { program: 'import.ts', title: 'Reading files' },
  messages: { program: 'messages.ts', title: 'Reading messages' },
  scale: { program: 'daily.ts', title: 'Daily work at 100,000 payouts' },
  people: { program: 'people.ts', title: 'Fifty people at 100,000 payouts' },
  start: { program: 'start-up.ts', title: 'Starting, and memory' },
}

const document = fileURLToPath(new URL('../docs/performance.md', import.meta.url))

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => parts[name] === undefined)
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}: ${Object.keys(parts).join(', ')}`)
installPeers()
if (!(await buildIfStale())) throw new Error('The build failed.')
for (const [name, { program, title }] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const load = loadavg()[0]?.toFixed(1)
  say(`${name} …`)
  const start = Date.now()
  const lines = run(program)
  say(
    `${name}: ${lines === undefined ? 'failed' : `${lines.length} lines`}, ${Math.round((Date.now() - start) / 1_000)} s`,
  )
  if (lines === undefined) process.exitCode = 1
  else putSection(title, `${conditions(load)}\n\n${tableOf(lines)}`)
}

function run(program: string): readonly Line[] | undefined {
  const path = fileURLToPath(new URL(program, import.meta.url))
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', path], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return status === 0 ? partSchema.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).lines : undefined
}

/** Which machine, and whether something else was busy on it. */
function conditions(load: string | undefined): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores (${model}), ${memory} GiB, Node ${process.versions.node}, load ${load} before it began.`
}

function tableOf(lines: readonly Line[]): string {
  const rows = lines.flatMap((line) => {
    const note = line.note === undefined ? '' : `; ${line.note}`
    const peers = Object.entries(line.peers ?? {}).map(([name, theirs]) => beside(line, name, theirs))
    const [first = ['', '', ''], ...others] = peers
    return [
      [`${line.what} (${line.unit}${note})`, number(line.ours), ...first, goalOf(line)],
      ...others.map((cells) => ['', '', ...cells, '']),
    ]
  })
  const head = ['What', 'Payout Desk', 'Beside it', 'Theirs', 'Ours / theirs', 'Goal']
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function beside(line: Line, name: string, theirs: number): readonly string[] {
  const ratio = line.ours / theirs
  const isWorse = line.more === true ? ratio < 1 : ratio > 1
  return [name, number(theirs), isWorse ? `**${ratio.toFixed(2)}, worse**` : ratio.toFixed(2)]
}

function goalOf({ ours, peers = {}, goal, more }: Line): string {
  if (goal === undefined) return ''
  if ('most' in goal) return `at most ${number(goal.most)}: ${kept(ours <= goal.most)}`
  if ('least' in goal) return `at least ${number(goal.least)}: ${kept(ours >= goal.least)}`
  const ratio = ours / (peers[goal.of] ?? Number.NaN)
  const isKept = more === true ? ratio >= goal.times : ratio <= goal.times
  return `${more === true ? 'at least' : 'at most'} ${goal.times} × ${goal.of}: ${kept(isKept)}`
}

function kept(isKept: boolean): string {
  return isKept ? 'kept' : '**missed**'
}

function number(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value >= 100 ? 0 : value >= 10 ? 1 : 2 })
}

/** Puts a section in the place of its former one, or at the end. */
function putSection(title: string, text: string): void {
  const [top = '', ...sections] = readFileSync(document, 'utf8').split(/^(?=## )/m)
  const section = `## ${title}\n\n${text}\n`
  const others = sections.map((found) => found.trimEnd())
  const place = others.findIndex((found) => found.startsWith(`## ${title}\n`))
  const next = place < 0 ? [...others, section] : others.with(place, section)
  writeFileSync(document, `${[top, ...next].map((found) => found.trimEnd()).join('\n\n')}\n`)
}
