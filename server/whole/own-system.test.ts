import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { eventTypeNames } from '#shared/api/events.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import { newTokenSchema } from '#shared/api/tokens.ts'
import { webhookSecretSchema } from '#shared/api/webhooks.ts'
import { confirmAll } from '../testing/confirmed.ts'
import { freePort } from '../testing/free-port.ts'
import { approve } from '../testing/payouts.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'
import { tokenWrite } from '../testing/tokens.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts'

const top = resolve(import.meta.dirname, '../..')
/** A copy of the example, below the project, whose packages it finds. */
let folder: string
let app: TestApp
let receiver: WebhookReceiver
let admin: Visitor
let reviewer: Visitor

beforeAll(async () => {
  mkdirSync(join(top, 'test-results'), { recursive: true })
  folder = mkdtempSync(join(top, 'test-results/own-system-'))
  cpSync(join(top, 'examples/own-system'), folder, { recursive: true })
  receiver = await startWebhookReceiver()
  const webhooks = { WEBHOOKS: 'on', WEBHOOK_PRIVATE_HOSTS: 'localhost' }
  app = await startTestApp({ SIGN_IN: 'accounts', ...webhooks }, receiver)
  admin = await app.asMember({ name: 'Ada Rocha', roles: ['admin'] })
  reviewer = await app.asMember({ name: 'Bruno Lima', roles: ['reviewer'] })
  await writeTypes()
})
afterAll(async () => {
  await app.stop()
  await receiver.stop()
  rmSync(folder, { recursive: true })
})

/** As `npx openapi-typescript` does. It needs the compiler as a library, which TypeScript 7 is no more and another package still has. */
async function writeTypes(): Promise<void> {
  const generator = join(folder, 'openapi-typescript.cjs')
  const compiler = join(folder, 'compiler.cjs')
  writeFileSync(compiler, "module.exports = require('@ts-morph/common').ts")
  await build({
    stdin: { contents: "export { astToString, default } from 'openapi-typescript'", resolveDir: top },
    ...{ bundle: true, platform: 'node', conditions: ['require'], outfile: generator, logLevel: 'error' },
    alias: { typescript: compiler },
  })
  const { default: typesOf, astToString } = createRequire(import.meta.url)(generator)
  const document = JSON.parse(readFileSync(join(top, 'docs/api/openapi.json'), 'utf8'))
  writeFileSync(join(folder, 'payout-desk-api.ts'), astToString(await typesOf(document)))
}

it('The example of an own system fits the types that are made from the OpenAPI document', () => {
  const compilerOptions = { types: ['node'], composite: false, emitDeclarationOnly: false }
  const options = { extends: join(top, 'tsconfig.base.json'), compilerOptions }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...options, include: ['*.ts'] }))
  const compiler = join(top, 'node_modules/.bin/tsc')
  const { status, stdout } = spawnSync(compiler, ['--noEmit', '--project', folder], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, ''])
})

it('The example of an own system enters payouts once, hears of their export by webhook or by asking, and reports what became of them', async () => {
  const made = await admin.post('/api/tokens', tokenWrite({ scopes: ['payouts:write', 'exports:read'] }))
  const { token } = newTokenSchema.parse(made.json)
  const url = `https://localhost:${receiver.port}/`
  const endpoint = await admin.post('/api/webhooks', { url, types: eventTypeNames })
  const { secret } = webhookSecretSchema.parse(endpoint.json)
  await confirmAll(app)
  const port = String(await freePort())
  receiver.answer((response, { headers, body }) => {
    const { 'webhook-id': id, 'webhook-timestamp': sent, 'webhook-signature': signature } = headers
    const passed = { 'webhook-id': `${id}`, 'webhook-timestamp': `${sent}`, 'webhook-signature': `${signature}` }
    fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers: passed, body }).then(
      ({ status }) => response.writeHead(status).end(),
      () => response.writeHead(503).end(),
    )
  })
  const environment = { PAYOUT_DESK: app.url, PAYOUT_DESK_TOKEN: token }
  // It asks but once an hour: a webhook wakes it.
  const first = run({ ...environment, WEBHOOK_SECRET: secret, PORT: port, POLL_SECONDS: '3600' })
  await vi.waitFor(() => expect(first.printed()).toMatch(/0815 is in_review\n.*0816 is in_review\n/), 30_000)
  const [one, two] = payoutPageSchema.parse((await reviewer.post('/api/payout-searches', {})).json).items
  const exportOne = async (id = '') => {
    await approve(reviewer, { id })
    expect((await reviewer.post('/api/exports', { payoutIds: [id], format: 'json', again: false })).status).toBe(201)
  }
  await exportOne(one?.id)
  await vi.waitFor(() => expect(first.printed()).toContain(`${one?.externalReference} is paid`), 30_000)
  const forged = { 'webhook-id': 'evt_x', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' }
  expect((await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers: forged, body: '{}' })).status).toBe(401)
  await first.kill()

  const second = run({ ...environment, POLL_SECONDS: '1' })
  await vi.waitFor(() => expect(second.printed()).toContain(`${one?.externalReference} is paid`), 30_000)
  await exportOne(two?.id)
  expect(await second.ended).toBe(0)
  expect(second.printed()).toContain(`${two?.externalReference} is paid`)
  const items = payoutPageSchema.parse((await reviewer.post('/api/payout-searches', {})).json).items
  expect(items.map(({ state, outcome }) => [state, outcome])).toEqual([
    ['exported', 'paid'],
    ['exported', 'paid'],
  ])
  expect(readdirSync(folder).filter((name) => name.startsWith('sent-'))).toHaveLength(2)
})

/** Runs the example until it ends. */
function run(environment: Readonly<Record<string, string>>) {
  const program = spawn(process.execPath, ['--import', 'tsx', 'main.ts'], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
  })
  let printed = ''
  for (const stream of [program.stdout, program.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text
    })
  const ended = once(program, 'close').then(([code]) => code)
  const kill = async () => {
    program.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  return { printed: () => printed, ended, kill }
}
