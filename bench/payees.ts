/**
 * `npm run bench:payees`: how long fifty people wait who send 25 requests a second together, for a minute by themselves and for a minute in
 * which 200 beneficiaries open their links and send their details, with 5,000 links and 15,000 payouts on SQLite. `--seconds` says how long each is,
 * `--data` where the data stay for the next time.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Agent, request } from 'undici'
import { newDetailsLinksSchema } from '#shared/api/details-links.ts'
import { beneficiaryPart, completeEntry, filledFields } from '#shared/payout/entry.ts'
import { okay } from '../server/testing/accounts.ts'
import { freePort } from '../server/testing/free-port.ts'
import { nthRow } from '../server/testing/many-rows.ts'
import { cpuMsOf } from './cpu-of.ts'
import { startDesk } from './desk.ts'
import { fiftyPeople, freshEntries } from './fifty-people.ts'
import { fillDesk } from './fill-desk.ts'
import { type Line, printPart, quantile, say } from './part.ts'
import { stallsOf } from './stalls.ts'

const { values: options } = parseArgs({
  options: { data: { type: 'string' }, seconds: { type: 'string', default: '60' } },
})
const seconds = Number(options.seconds)
const [linkCount, payeeCount] = [5_000, 200]

const folder = options.data ?? mkdtempSync(join(tmpdir(), 'payout-desk-payees-'))
const dataDirectory = join(folder, 'data')
mkdirSync(dataDirectory, { recursive: true })
const DETAILS_PORT = String(await freePort())
const detailsUrl = `http://localhost:${DETAILS_PORT}`
const desk = await startDesk({ DATA_DIR: dataDirectory, DETAILS_URL: detailsUrl, DETAILS_PORT })
await fillDesk(desk, join(folder, 'progress.json'), 3)
const work = await fiftyPeople(desk, await freshEntries(desk))

const begun = performance.now()
const keys = await makeLinks()
const linksMs = performance.now() - begun
const agent = new Agent({ connections: 64 })
const lines: Line[] = [
  { what: `${linkCount} links are made`, unit: 'ms', ours: linksMs, goal: { most: 5_000 } },
  ...(await phase('by themselves', [])),
  ...(await phase(`beside ${payeeCount} payees`, keys.slice(0, payeeCount))),
]
await agent.destroy()
await desk.stop()
printPart(lines)

interface LinkKey {
  readonly id: string
  readonly secret: string
}

async function makeLinks(): Promise<readonly LinkKey[]> {
  const keys: LinkKey[] = []
  while (keys.length < linkCount) {
    const links = Array.from({ length: 500 }, () => ({ name: 'Rui do frete', language: 'pt-BR' }))
    const answer = okay(await desk.as('Ana Souza').post('/api/details-link-lists', { links }))
    for (const made of newDetailsLinksSchema.parse(answer).links) {
      if (!('url' in made)) throw new Error(made.problem.code)
      keys.push({ id: made.details.id, secret: new URL(made.url).hash.slice(1) })
    }
  }
  return keys
}

/** Fifty people work while payees come, who are spread over three quarters of the time. */
async function phase(what: string, payees: readonly LinkKey[]): Promise<readonly Line[]> {
  const stalls = await stallsOf(desk)
  const cpuBefore = cpuMsOf(desk.pid)
  const sending = payees.map(async (key, place) => {
    await wait((place / payees.length) * seconds * 750)
    const at = performance.now()
    await send('open', key)
    await send('submit', { ...key, submissionId: randomUUID(), entry: entryOf(place) })
    return performance.now() - at
  })
  const { waits, failures } = await work(seconds)
  const ofPayees = await Promise.all(sending)
  const [p50, p99] = [quantile(waits, 0.5), quantile(waits, 0.99)]
  const cpuMs = cpuMsOf(desk.pid) - cpuBefore
  say(
    `fifty people ${what}: ${waits.length} requests, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; ${failures.length} failed; ` +
      `payees: p50 ${quantile(ofPayees, 0.5).toFixed(0)} ms, p99 ${quantile(ofPayees, 0.99).toFixed(0)} ms for opening and sending; ` +
      `${(cpuMs / 1_000).toFixed(1)} s of the server’s CPU; stalls, times by ms: ${JSON.stringify(await stalls())}; load of the machine ${loadavg()[0]?.toFixed(1)}\n${failures.slice(0, 3).join('\n')}`,
  )
  return [
    { what: `fifty people ${what}`, unit: 'ms, p50', ours: p50 },
    { what: `fifty people ${what}`, unit: 'ms, p99', ours: p99, goal: { most: 400 } },
    { what: `requests that failed, ${what}`, unit: 'times', ours: failures.length, goal: { most: 0 } },
  ]
}

/** No one who is saved has these numbers. */
function entryOf(place: number) {
  return filledFields(beneficiaryPart(completeEntry({ ...nthRow(1_000_000 + place) })))
}

async function send(what: 'open' | 'submit', body: object): Promise<void> {
  const { statusCode, body: answer } = await request(`${detailsUrl}/api/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    dispatcher: agent,
  })
  const text = await answer.text()
  if (statusCode !== 200) throw new Error(`${what} was answered ${statusCode}: ${text}`)
}
