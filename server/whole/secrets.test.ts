import { expect, it } from 'vitest'
import { outcome, reply, startScriptedProvider } from '../testing/scripted-provider.ts'
import { type Answer, startTestApp } from '../testing/test-app.ts'

const token = 'canary-token-4b1d'
const canaries = {
  country: 'CL',
  firstName: 'Canaryfirst',
  lastName: 'Canarylast',
  documentType: 'RUT',
  documentNumber: '7654321K',
  bankName: '012',
  accountAgencyNumber: '987123',
  accountTypeCode: '0002',
  accountNumber: '66655544433322',
}
const personal = [
  'Canaryfirst',
  'Canarylast',
  '7654321',
  '987123',
  '66655544433322',
  'canary-city',
  'canary@example.com',
  'canary-header',
  'canary-key',
  'canary-reply',
]

/** Headers of a browser that holds a session, with canaries in all that it can choose. */
function sent(turn: number, session: string) {
  return {
    'idempotency-key': `canary-key-${turn}`,
    'user-agent': 'canary-header',
    'accept-language': 'canary-header',
    cookie: `canary-header=canary-header; ${session}`,
    'x-request-id': 'canary-header',
    'x-test-mode': 'canary-header',
  }
}

it('what must stay where it is names, documents, accounts and the token reach neither the log nor, for the token, any answer', async () => {
  const provider = await startScriptedProvider(
    outcome(200, 'OK', { validationResultReason: 'canary-reply', 'canary-reply': 'canary-reply' }),
    outcome(400, 'NOK', { validationResultReason: 'Canarylast' }),
    reply(401, { errorCode: `${token} Canarylast` }),
    reply(500, { errorCode: 'Canarylast' }, { 'x-canary-reply': 'canary-reply', 'retry-after': 'canary-reply' }),
    outcome(200, 'Canarylast'),
    (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"Canarylast'),
    reply(302, {}, { location: `http://127.0.0.1:1/${token}` }),
    (response) => void response.socket?.destroy(),
  )
  const app = await startTestApp({
    PROVIDER_BASE_URL: provider.baseUrl,
    PROVIDER_SHOP_ID: '4711',
    PROVIDER_API_TOKEN: token,
    PROVIDER_MAX_ATTEMPTS: '1',
    LOG_LEVEL: 'trace',
  })
  const [cookie = ''] = [(await app.post('/api/session', { name: 'Ana Souza' })).headers['set-cookie'] ?? []].flat()
  const session = cookie.split(';')[0] ?? ''
  const answers: Answer[] = []
  for (let turn = 0; turn < 8; turn += 1)
    answers.push(await app.post('/api/bank-validations', canaries, sent(turn, session)))
  const json = { 'content-type': 'application/json' }
  answers.push(
    await app.post('/api/bank-validations', { ...canaries, country: 'Canarylast', Canaryfirst: 1 }),
    await app.post('/api/payout-previews', {
      country: 'CL',
      city: 'canary-city',
      email: 'canary@example.com',
      Canaryfirst: 1,
    }),
    await app.send('POST', '/api/payout-previews', { headers: json, body: '{"Canaryfirst": Canarylast' }),
    await app.get('/api/rules/Canarylast?Canaryfirst=7654321'),
    await app.get('/Canarylast', {
      accept: 'text/html',
      'x-request-id': 'Canaryfirst',
      referer: 'http://Canarylast/',
    }),
    await app.get('/api/validations/canary-key-0'),
    await app.post('/api/bank-validations', { ...canaries, firstName: 'Canaryfirst Canarylast' }, sent(0, session)),
    await app.post('/api/bank-validations', canaries, { 'idempotency-key': 'canary-key canary-key' }),
    await app.get('/api/merchant'),
    await app.get('/api/openapi.json'),
  )
  const metrics = (await app.get('/metrics')).text
  expect(metrics).toContain('payout_desk_provider_attempts_total{endpoint="bank",outcome="answered"} 2')
  for (const canary of [token, ...personal]) expect(metrics).not.toContain(canary)
  await app.stop()
  await provider.stop()
  expect(app.logged().split('\n').length).toBeGreaterThan(15)
  for (const canary of [token, ...personal]) expect(app.logged()).not.toContain(canary)
  const encoded = Buffer.from(`4711:${token}`).toString('base64')
  for (const secret of [token, encoded]) {
    expect(app.logged()).not.toContain(secret)
    for (const { text, headers } of answers) expect(text + JSON.stringify(headers)).not.toContain(secret)
  }
  expect(answers).toHaveLength(18)
})

it('what must stay where it is a log line of a request holds five named fields and nothing else', async () => {
  const app = await startTestApp()
  await app.get('/api/rules/AR')
  await app.stop()
  const line = app
    .logged()
    .split('\n')
    .find((text) => text.includes('/api/rules/:country'))
  expect(Object.keys(JSON.parse(line ?? '{}'))).toEqual([
    'level',
    'time',
    'requestId',
    'method',
    'route',
    'status',
    'ms',
    'msg',
  ])
})
