import { setTimeout as wait } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { expect, inject, it, onTestFinished } from 'vitest'
import { acceptedManySchema, cleanDetailsSchema, newDetailsLinksSchema } from '#shared/api/details-links.ts'
import { freePort } from '../testing/free-port.ts'
import { startServer } from '../testing/server-program.ts'
import { stores } from '../testing/stores.ts'
import { visitor } from '../testing/test-app.ts'

interface Payee {
  readonly id: string
  readonly secret: string
  readonly place: number
  /** Made by the page, and the same however often it is sent. */
  readonly submissionId: string
}

const isSoak = inject('testSet') === 'soak'

it.runIf(isSoak).each(stores)(
  'On $name that is killed while 200 payees send their details, and while these are accepted, each who saw them received is received, and each is saved once',
  async ({ name, makePlace }) => {
    const place = await makePlace()
    const [PORT, DETAILS_PORT] = [String(await freePort()), String(await freePort())]
    const DETAILS_URL = `http://localhost:${DETAILS_PORT}`
    const agent = new Agent()
    const start = async () => {
      const program = startServer({
        ...place.environment,
        PORT,
        DETAILS_PORT,
        DETAILS_URL,
      })
      const url = await program.ready()
      const kill = async () => {
        program.process.kill('SIGKILL')
        await program.ended
      }
      return { kill, clerk: visitor(agent, url, 'Ana Souza') }
    }
    let app = await start()
    onTestFinished(async () => {
      await app.kill()
      await agent.destroy()
      await place.remove()
    })

    const begun = performance.now()
    const payees: Payee[] = []
    for (let part = 0; part < 10; part += 1) {
      const links = Array.from({ length: 500 }, (_, row) => ({ name: `Payee ${part} ${row}`, language: 'en' }))
      const { json } = await app.clerk.post('/api/details-link-lists', { links })
      for (const made of newDetailsLinksSchema.parse(json).links) {
        if (!('url' in made)) throw new Error(made.problem.code)
        const secret = new URL(made.url).hash.slice(1)
        payees.push({ id: made.details.id, secret, place: payees.length, submissionId: crypto.randomUUID() })
      }
    }
    const linksMs = performance.now() - begun

    const sending = payees.slice(0, 200)
    const received = new Set<string>()
    const tookMs: number[] = []
    const workMs: number[] = []
    let isOver = false
    // A page sends the same until it hears an answer.
    const sendUntilHeard = async (payee: Payee) => {
      await wait(payee.place * 60)
      while (!received.has(payee.id)) {
        const at = performance.now()
        const status = await submit(DETAILS_URL, payee, agent).catch(() => 0)
        tookMs.push(performance.now() - at)
        if (status === 200) received.add(payee.id)
        else if (![0, 429, 503].includes(status)) throw new Error(`A payee was answered ${status}.`)
        else await wait(200)
      }
    }
    const work = async () => {
      while (!isOver) {
        const at = performance.now()
        const isAnswered = await app.clerk.get('/api/details-links').then(
          ({ status }) => status === 200,
          () => false,
        )
        if (isAnswered) workMs.push(performance.now() - at)
        await wait(100)
      }
    }
    const working = Array.from({ length: 10 }, work)
    const sent = Promise.all(sending.map(sendUntilHeard))
    for (let kills = 0; kills < 3; kills += 1) {
      const before = received.size
      await expect.poll(() => received.size, { timeout: 60_000 }).toBeGreaterThan(Math.min(before + 30, 190))
      await app.kill()
      app = await start()
    }
    await sent
    isOver = true
    await Promise.all(working)
    const store = await place.open()
    onTestFinished(() => store.close())
    for (const { id } of sending) {
      const actions = (await store.entriesAbout([id])).map(({ action }) => action)
      expect(actions.filter((action) => action === 'details.submitted')).toEqual(['details.submitted'])
    }

    const look = async () =>
      cleanDetailsSchema.parse((await app.clerk.post('/api/received-details/look', undefined)).json)
    const accepting = async () => {
      const submissions = (await look()).clean.map(({ details: { id }, submission: { submissionId } }) => ({
        id,
        submissionId,
      }))
      if (submissions.length === 0) return
      const { json } = await app.clerk.post('/api/received-details/accept', { submissions })
      acceptedManySchema.parse(json)
    }
    const cut = accepting().catch(() => {})
    await wait(300)
    await app.kill()
    await cut
    app = await start()
    await accepting()
    expect((await look()).clean).toEqual([])
    const beneficiaries = await store.db.selectFrom('beneficiaries').select('id').execute()
    expect(beneficiaries).toHaveLength(200)
    process.stdout.write(
      `${name}: 5,000 links in ${Math.round(linksMs)} ms; 200 payees amid 3 kills: p99 ${p99(tookMs)} ms; people at work: p99 ${p99(workMs)} ms of ${workMs.length}\n`,
    )
  },
  600_000,
)

async function submit(detailsUrl: string, { id, secret, place, submissionId }: Payee, dispatcher: Agent) {
  const entry = {
    country: 'GH',
    method: 'account',
    beneficiaryFirstName: 'Kofi',
    beneficiaryLastName: `Mensah${'abcdefghij'.charAt(place % 10)}${'klmnopqrst'.charAt(Math.floor(place / 10) % 10)}`,
    accountNumber: `30${100_000 + place}`,
  }
  const { statusCode, body } = await request(`${detailsUrl}/api/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id, secret, submissionId, entry }),
    dispatcher,
  })
  await body.dump()
  return statusCode
}

function p99(times: readonly number[]): number {
  return Math.round(times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0)
}
