import { Agent } from 'undici'
import { afterAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { gate } from '../testing/gate.ts'
import type { Program } from '../testing/program.ts'
import { outcome, type Script, startScriptedProvider } from '../testing/scripted-provider.ts'
import { startServer } from '../testing/server-program.ts'
import { visitor } from '../testing/test-app.ts'

const person = { country: 'AR', firstName: 'Canaryfirst', lastName: 'Canarylast' }
const bodySchema = z.looseObject({ code: z.optional(z.string()), status: z.unknown() })
const ends: (() => Promise<unknown>)[] = []

afterAll(async () => {
  for (const end of ends.splice(0)) await end()
})

async function programAgainst(...scripts: readonly Script[]) {
  const provider = await startScriptedProvider(...scripts)
  const program = startServer({
    PORT: '0',
    LOG_LEVEL: 'trace',
    PROVIDER_BASE_URL: provider.baseUrl,
    PROVIDER_SHOP_ID: '4711',
    PROVIDER_API_TOKEN: 'canary-token',
    PROVIDER_TIMEOUT_MS: '60000',
  })
  ends.push(async () => {
    program.process.kill('SIGKILL')
    await provider.stop()
  })
  return { provider, program, url: await program.ready() }
}

function click(url: string, times: number) {
  const agent = new Agent()
  ends.push(() => agent.destroy())
  const clerk = visitor(agent, url, 'Ana Souza')
  return Array.from({ length: times }, async (_, index) => {
    const body = { ...person, documentNumber: String(20_000_000 + index) }
    return bodySchema.parse((await clerk.post('/api/identity-validations', body)).json)
  })
}

/** Thirty are sent, twenty wait for their turn. */
async function underWay(url: string) {
  const waiting = async () => (await fetch(`${url}/metrics`)).text()
  await expect.poll(waiting).toContain('payout_desk_provider_queue_length{endpoint="identity"} 20\n')
}

async function endOf({ process, ended, output }: Program) {
  const begun = performance.now()
  process.kill('SIGTERM')
  const [code] = await ended
  expect(output.out + output.err).not.toMatch(/[Cc]anary|2000000/)
  expect(output.out.split('\n').length).toBeGreaterThan(40)
  return { code, seconds: (performance.now() - begun) / 1000 }
}

it.concurrent('SIGTERM under load answers all that is under way, also what waits for its turn, and ends', async () => {
  const held = gate<null>()
  const { provider, program, url } = await programAgainst((response, id) => {
    held.opened.then(() => outcome(200, 'OK')(response, id))
  })
  const calls = click(url, 50)
  await underWay(url)
  const ending = endOf(program)
  await expect
    .poll(() =>
      fetch(`${url}/healthz`)
        .then(() => 'lives')
        .catch(() => 'takes no more'),
    )
    .toBe('takes no more')
  held.open(null)
  expect(await Promise.all(calls)).toEqual(Array(50).fill(expect.objectContaining({ status: 'OK' })))
  expect((await ending).code).toBe(0)
  expect(provider.received).toHaveLength(50)
})

it.concurrent('SIGTERM under load answers and ends within ten seconds when the provider hangs: what was sent is unknown, the rest was not sent', async () => {
  const { program, url } = await programAgainst(() => {})
  const calls = click(url, 50)
  await underWay(url)
  const { code, seconds } = await endOf(program)
  const codes = (await Promise.all(calls)).map((body) => body.code)
  expect(codes.filter((text) => text === 'PROVIDER_TIMEOUT')).toHaveLength(30)
  expect(codes.filter((text) => text === 'SHUTTING_DOWN')).toHaveLength(20)
  expect([code, seconds < 10]).toEqual([0, true])
})
