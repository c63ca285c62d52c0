/**
 * Part `start` of `npm run bench`: how long the built server takes until it answers, and what memory it takes then and after some hundred
 * requests; beside the least server there can be, bare Express 5, started in the same way.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from '../scripts/build-stamp.mjs'
import { printPart, quantile, say } from './part.ts'

const rounds = 5
const requests = 300

const root = fileURLToPath(new URL('..', import.meta.url))

/** In the folder of the project, where it finds express. */
const bareProgram = join(root, 'node_modules/.cache/bare-express.mjs')

interface Started {
  readonly startMs: number
  readonly megabytes: number
  readonly megabytesAfter: number
}

if (!(await buildIfStale())) process.exit(1)
writeFileSync(
  bareProgram,
  `import express from 'express'
const app = express().get('/{*all}', (_request, response) => response.json({}))
const server = app.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port))
`,
)
const ours: Started[] = []
const bare: Started[] = []
for (let round = 0; round < rounds; round += 1) {
  const directory = mkdtempSync(join(tmpdir(), 'payout-desk-bench-'))
  ours.push(await start('dist/server/main.js', directory))
  bare.push(await start(bareProgram, directory))
  rmSync(directory, { recursive: true })
  say(`round ${round + 1} of ${rounds}`)
}
const middle = (found: readonly Started[], of: keyof Started) =>
  quantile(
    found.map((one) => one[of]),
    0.5,
  )
const line = (what: string, unit: string, of: keyof Started) => ({
  what,
  unit,
  ours: middle(ours, of),
  peers: { 'bare Express': middle(bare, of) },
})
printPart([
  line('start with an empty database until the first answer', `ms, the middle of ${rounds}`, 'startMs'),
  line('resident memory once it answers', 'MB', 'megabytes'),
  line(`resident memory after ${requests.toLocaleString('en')} pages`, 'MB', 'megabytesAfter'),
])

async function start(program: string, directory: string): Promise<Started> {
  const env = {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: directory,
    DATABASE_URL: '',
    LOG_LEVEL: 'error',
  }
  const before = performance.now()
  const child = spawn(process.execPath, [program], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const url = await addressOf(child)
  await (await fetch(`${url}/healthz`)).text()
  const startMs = performance.now() - before
  const megabytes = megabytesOf(child)
  for (let asked = 0; asked < requests; asked += 1) await (await fetch(`${url}/`)).text()
  const megabytesAfter = megabytesOf(child)
  child.kill('SIGTERM')
  await ended
  return { startMs, megabytes, megabytesAfter }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => {
      const found = /http:\/\/\S+/.exec(text.toString())
      if (found !== null) resolve(found[0])
    })
    child.once('close', () => reject(new Error('The server ended before it was ready.')))
  })
}

/** Linux says what a process holds. */
function megabytesOf({ pid }: ChildProcess): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1_024
}
