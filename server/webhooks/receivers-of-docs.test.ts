import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { makeWebhookSecret, signedHeaders } from './webhook-signature.ts'

const page = readFileSync('docs/webhooks.md', 'utf8')
const hasPython = spawnSync('python3', ['--version']).status === 0
const secret = makeWebhookSecret()

it('The receiver of docs/webhooks.md in Node takes what is signed, each event once, and refuses the rest', () =>
  tryReceiver('js', process.execPath, 'receiver.mjs'))

it.runIf(hasPython)(
  'The receiver of docs/webhooks.md in Python takes what is signed, each event once, and refuses the rest',
  () => tryReceiver('python', 'python3', 'receiver.py'),
)

async function tryReceiver(language: string, command: string, name: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'payout-desk-receiver-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, name), blockOf(language))
  const port = await freePort()
  const environment = { PATH: process.env.PATH, WEBHOOK_SECRET: secret, PORT: String(port) }
  const receiver = spawn(command, [join(folder, name)], { env: environment })
  onTestFinished(async () => {
    const ended = once(receiver, 'close')
    receiver.kill()
    await ended
  })
  let printed = ''
  receiver.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text
  })
  const url = `http://127.0.0.1:${port}/`
  const body = JSON.stringify({ id: 'evt_1', type: 'payout.approved', data: { thing: { type: 'payout', id: 'é' } } })
  const send = async (headers: Record<string, string>, text = body) =>
    (await fetch(url, { method: 'POST', headers, body: text })).status
  const signed = (secrets: readonly string[], at = new Date()) => signedHeaders(secrets, { id: 'evt_1', at, body })
  await vi.waitFor(async () => expect(await send(signed([secret]))).toBe(204), { timeout: 30_000 })
  expect(await send(signed([makeWebhookSecret(), secret]))).toBe(204)
  expect(await send(signed([makeWebhookSecret()]))).toBe(401)
  expect(await send(signed([secret]), body.replace('approved', 'returned'))).toBe(401)
  expect(await send(signed([secret], new Date(Date.now() - 10 * 60_000)))).toBe(401)
  expect(await send({})).toBe(401)
  const env = { ...environment, RECEIVER: url }
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', blockOf('bash')], { env })
  expect(stdout).toBe('204\n')
  await vi.waitFor(() => expect(printed).toBe('evt_1 payout.approved\nevt_try test\n'))
}

function blockOf(language: string): string {
  const [, block = ''] = page.split(`\`\`\`${language}\n`)
  return block.slice(0, block.indexOf('```'))
}
