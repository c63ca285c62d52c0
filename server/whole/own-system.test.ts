import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
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
import { promptClock } from '../testing/virtual-clock.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts'

const top = resolve(import.meta.dirname, '../..')
/** A copy of the example, below the project, whose packages it finds. */
let folder: string
let app: TestApp
let receiver: WebhookReceiver
let admin: Visitor
let reviewer: Visitor
let token: string

beforeAll(async () => {
  mkdirSync(join(top, 'test-results'), { recursive: true })
  folder = mkdtempSync(join(top, 'test-results/own-system-'))
  cpSync(join(top, 'examples/own-system'), folder, { recursive: true })
  writeFileSync(join(folder, 'guide.ts'), theBlock('ts'))
  writeFileSync(join(folder, 'guide.py'), theBlock('python'))
  receiver = await startWebhookReceiver()
  const webhooks = { WEBHOOKS: 'on', WEBHOOK_PRIVATE_HOSTS: 'localhost' }
  app = await startTestApp({ SIGN_IN: 'accounts', ...webhooks }, { network: receiver.network, clock: promptClock })
  admin = await app.asMember({ name: 'Ada Rocha', roles: ['admin'] })
  reviewer = await app.asMember({ name: 'Bruno Lima', roles: ['reviewer'] })
  const made = await admin.post('/api/tokens', tokenWrite({ scopes: ['payouts:write', 'exports:read'] }))
  token = newTokenSchema.parse(made.json).token
  await confirmAll(app)
  await writeTypes()
})
afterAll(async () => {
  await app.stop()
  await receiver.stop()
  rmSync(folder, { recursive: true })
})

const main = ['--import', 'tsx', 'main.ts']

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

it('The example of an own system and the program of docs/api.md fit the types that are made from the OpenAPI document', () => {
  const compilerOptions = { types: ['node'], composite: false, emitDeclarationOnly: false }
  const options = { extends: join(top, 'tsconfig.base.json'), compilerOptions }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...options, include: ['*.ts'] }))
  const compiler = join(top, 'node_modules/.bin/tsc')
  const { status, stdout } = spawnSync(compiler, ['--noEmit', '--project', folder], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, ''])
})

it('The example of an own system enters payouts once, hears of their export by webhook or by asking, and reports what became of them', async () => {
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
  const first = run(main, { ...environment, WEBHOOK_SECRET: secret, PORT: port, POLL_SECONDS: '3600' })
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

  const second = run(main, { ...environment, POLL_SECONDS: '1' })
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

it('The commands of docs/api.md go from the first call to a reported outcome, exactly as written', async () => {
  const environment = { PAYOUT_DESK: app.url, PAYOUT_DESK_TOKEN: token }
  const [, definition = '', ...commands] = blocks('sh')
  const answers = (count: number) => answersTo(commands.splice(0, count), definition, environment)
  const inReview = { state: 'in_review' }
  expect(await answers(9)).toMatchObject([
    { name: 'ERP', holder: { name: 'Acme Software' } },
    { code: 'GH', methods: [{ id: 'account' }] },
    { request: { country: 'GH', amount: 980.5 }, warnings: [] },
    { code: 'WARNINGS_UNCONFIRMED', warnings: [{ code: 'mail_domain' }] },
    { ...inReview, amount: '1500', externalReference: 'INV-2026-0915' },
    { id: expect.any(String), version: 1 },
    { items: [{ name: 'Rui Prado', externalId: 'employee-4711' }] },
    { ...inReview, name: 'Rui Prado', amount: '2100' },
    { payouts: [{ version: 2 }, { version: 2 }] },
  ])
  const { items } = payoutPageSchema.parse((await reviewer.post('/api/payout-searches', { state: 'in_review' })).json)
  expect(items).toHaveLength(4)
  await exportAll(items)
  const [events, file, outcomes, ...more] = await answers(9)
  expect(events).toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ type: 'export.created' })]) })
  expect(file).toHaveLength(4)
  expect(outcomes).toMatchObject({
    outcomes: [
      { externalReference: 'INV-2026-0915', outcome: 'paid' },
      { externalReference: 'SALARY-2026-11-4711', outcome: 'refused' },
    ],
  })
  expect(more).toEqual([])
})

const hasPython = spawnSync('python3', ['--version']).status === 0

it('The commands of docs/api.md work in local mode too, with a session in the place of a token', async () => {
  const local = await startTestApp()
  onTestFinished(() => local.stop())
  const definition = theBlock('bash').replace('http://localhost:3000', local.url)
  const [signIn = '', ...lines] = definition.trimEnd().split('\n').toReversed()
  const commands = [signIn, ...blocks('sh').slice(3, 11)]
  expect(await answersTo(commands, lines.toReversed().join('\n'), {})).toMatchObject([
    { person: { name: 'Ana Souza' } },
    { code: 'GH' },
    { request: { country: 'GH' } },
    { code: 'WARNINGS_UNCONFIRMED' },
    { state: 'in_review' },
    { version: 1 },
    { items: [{ externalId: 'employee-4711' }] },
    { state: 'in_review' },
    { payouts: [{ version: 2 }, { version: 2 }] },
  ])
})

it('The program of docs/api.md in TypeScript enters a batch, waits for its export and reports what became of it', () =>
  tryProgram('TypeScript', ['--import', 'tsx', 'guide.ts']))

it.runIf(hasPython)(
  'The program of docs/api.md in Python enters a batch, waits for its export and reports what became of it',
  () => tryProgram('Python', ['guide.py'], 'python3'),
)

async function tryProgram(language: string, args: readonly string[], command?: string): Promise<void> {
  const environment = { PAYOUT_DESK: app.url, PAYOUT_DESK_TOKEN: token, RUN: language }
  const guide = run(args, environment, command)
  await vi.waitFor(() => expect(guide.printed()).toBe('I am ERP\n2 in review\n'), 30_000)
  const { items } = payoutPageSchema.parse((await reviewer.post('/api/payout-searches', { state: 'in_review' })).json)
  await exportAll(items)
  expect(await guide.ended, guide.printed()).toBe(0)
  const [, , ...paid] = guide.printed().trim().split('\n')
  expect(paid.toSorted()).toEqual([`${language}-1 is paid`, `${language}-2 is paid`])
}

async function exportAll(payouts: readonly { readonly id: string }[]): Promise<void> {
  for (const { id } of payouts) await approve(reviewer, { id })
  const payoutIds = payouts.map(({ id }) => id)
  const made = await reviewer.post('/api/exports', { payoutIds, format: 'json', again: false })
  expect(made.status, made.text).toBe(201)
}

/** What commands of docs/api.md print, each run by itself. */
async function answersTo(
  commands: readonly string[],
  definition: string,
  environment: Readonly<Record<string, string>>,
): Promise<readonly unknown[]> {
  const answers: unknown[] = []
  for (const command of commands) {
    const script = ['-euo', 'pipefail', '-c', `${definition}\n${command}`]
    const env = { PATH: process.env.PATH, ...environment }
    const { stdout } = await promisify(execFile)('bash', script, { cwd: folder, env })
    answers.push(JSON.parse(stdout))
  }
  return answers
}

/** The blocks of docs/api.md in a language. */
function blocks(language: string): readonly string[] {
  const page = readFileSync(join(top, 'docs/api.md'), 'utf8')
  return page
    .split(`\`\`\`${language}\n`)
    .slice(1)
    .map((text) => text.slice(0, text.indexOf('```')))
}

function theBlock(language: string): string {
  const [block = '', ...others] = blocks(language)
  if (others.length > 0) throw new Error(`There are several blocks in ${language}.`)
  return block
}

/** Runs a program until it ends. */
function run(args: readonly string[], environment: Readonly<Record<string, string>>, command = process.execPath) {
  const program = spawn(command, args, { cwd: folder, env: { PATH: process.env.PATH, ...environment } })
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
