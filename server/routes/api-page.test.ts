import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { eventPageSchema } from '#shared/api/events.ts'
import { exportSchema } from '#shared/api/export.ts'
import { problemCodes } from '#shared/api/problem.ts'
import { newTokenSchema, tokenScopes } from '#shared/api/tokens.ts'
import { confirmAll } from '../testing/confirmed.ts'
import { approve, payoutIn } from '../testing/payouts.ts'
import { startTestApp } from '../testing/test-app.ts'
import { tokenWrite } from '../testing/tokens.ts'

const page = readFileSync('docs/api.md', 'utf8')

it('the commands of docs/api.md show a token, enter a payout, fetch its export and follow what happens, exactly as written', async () => {
  const [who, ...commands] = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, text = '']) => text)
  expect(commands).toHaveLength(6)
  const app = await startTestApp({ SIGN_IN: 'accounts' })
  const admin = await app.asMember({ name: 'Ada Rocha', roles: ['admin'] })
  const write = tokenWrite({ scopes: [...tokenScopes], addresses: ['127.0.0.0/8', '::1'] })
  const { token } = newTokenSchema.parse((await admin.post('/api/tokens', write)).json)
  await confirmAll(app)
  const directory = mkdtempSync(join(tmpdir(), 'payout-desk-api-'))
  const run = async (script = '') => {
    const env = { PATH: process.env.PATH, PAYOUT_DESK: app.url, PAYOUT_DESK_TOKEN: token }
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: directory, env })
    return stdout.trim().split('\n')
  }
  const saved = (name: string): unknown => JSON.parse(readFileSync(join(directory, name), 'utf8'))

  expect(await run(who)).toEqual(['200'])
  expect(saved('token.json')).toMatchObject({ name: 'ERP', holder: { name: 'Acme Software' } })
  expect(await run(commands[0])).toEqual(['409'])
  expect(saved('payout.json')).toMatchObject({ code: 'WARNINGS_UNCONFIRMED', warnings: [{ code: 'mail_domain' }] })
  expect(await run(commands[1])).toEqual(['201'])
  const first = saved('payout.json')
  expect(await run(commands[1])).toEqual(['201'])
  expect(saved('payout.json')).toEqual(first)
  expect(first).toMatchObject({ state: 'in_review', amount: '1500', externalReference: 'INV-2026-0815' })
  expect(await run(commands[2])).toEqual(['201', '200', '201'])
  expect(saved('found.json')).toMatchObject({ items: [{ name: 'Rui Prado', externalId: 'employee-4711' }] })
  expect(saved('paid.json')).toMatchObject({ state: 'in_review', name: 'Rui Prado', amount: '2100' })
  expect(await run(commands[3])).toEqual(['200'])
  const { items } = z.object({ items: z.array(z.object({ id: z.string() })) }).parse(saved('page.json'))
  expect(items).toHaveLength(1)

  const reviewer = await app.asMember({ name: 'Bruno Lima', roles: ['reviewer'] })
  const approved = await approve(reviewer, payoutIn(await reviewer.get(`/api/payouts/${items[0]?.id}`)))
  const made = await reviewer.post('/api/exports', { payoutIds: [approved.id], format: 'csv', again: false })
  expect(exportSchema.parse(made.json).count).toBe(1)
  expect(await run(commands[4])).toEqual(['200', '200'])
  expect(saved('export.json')).toMatchObject([{ beneficiaryFirstName: 'Ana', recipientPixKey: 'ana@example.com' }])

  expect(await run(commands[5])).toEqual(['200'])
  const events = eventPageSchema.parse(saved('events.json'))
  expect(events.items.map(({ type }) => type)).toEqual(expect.arrayContaining(['payout.approved', 'export.created']))
  expect(await run(commands[5])).toEqual(['200'])
  expect(saved('events.json')).toEqual({ items: [], nextCursor: events.nextCursor, hasMore: false })
  rmSync(directory, { recursive: true })
  await app.stop()
})

it('docs/api.md names problems that there are, with their status', () => {
  const named = [...page.matchAll(/^\| (\d{3}) \| (.*?) \|/gm)].flatMap(([, status, codes = '']) =>
    [...codes.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => [code, Number(status)]),
  )
  expect(named.length).toBeGreaterThan(6)
  const statuses = new Map<string, number>(Object.entries(problemCodes).map(([code, { status }]) => [code, status]))
  expect(named.filter(([code, status]) => statuses.get(String(code)) !== status)).toEqual([])
})
