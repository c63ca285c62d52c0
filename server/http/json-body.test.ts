import { afterAll, beforeAll, expect, it } from 'vitest'
import { problemSchema } from '#shared/api/problem.ts'
import { sendRaw } from '../testing/raw-message.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

const json = { 'content-type': 'application/json' }
const previews = '/api/payout-previews'
let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.stop())

const send = (body: string | Buffer, headers: Record<string, string> = json) =>
  app.send('POST', previews, { headers, body })

it.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'text/json',
  'application/json; charset=latin1',
])('a body of type %s is 415', async (type) => {
  expect(await send('{}', { 'content-type': type })).toMatchObject({
    status: 415,
    json: { code: 'UNSUPPORTED_MEDIA_TYPE' },
  })
})

it('a body of no type is 415', async () => {
  expect((await send('{}', {})).status).toBe(415)
})

it.each([
  'application/json',
  'Application/JSON',
  'application/json;charset=utf-8',
  'application/json; charset="UTF-8"',
])('a body of type %s is read', async (type) => {
  expect(await send('{}', { 'content-type': type })).toMatchObject({ status: 422, json: { code: 'FIELDS_INVALID' } })
})

it('a body that is compressed is 415', async () => {
  expect((await send('{}', { ...json, 'content-encoding': 'gzip' })).status).toBe(415)
})

it('a body of more than 256 KiB is 413', async () => {
  const body = JSON.stringify({ country: 'x'.repeat(256 * 1024) })
  expect(await send(body)).toMatchObject({ status: 413, json: { code: 'BODY_TOO_LARGE' } })
})

it('a body of more than 256 KiB is 413 also when it does not tell its length before', async () => {
  const head = ['POST /api/payout-previews HTTP/1.1', 'Host: 127.0.0.1', 'Content-Type: application/json']
  const body = `40001\r\n${' '.repeat(0x40001)}\r\n0\r\n\r\n`
  const answer = await sendRaw(app.url, [...head, 'Connection: close', 'Transfer-Encoding: chunked'], body)
  expect(answer).toMatch(/^HTTP\/1\.1 413 .*BODY_TOO_LARGE/s)
})

it('a body of just 256 KiB is read', async () => {
  const body = JSON.stringify({ country: 'x'.repeat(256 * 1024 - 14) })
  expect(Buffer.byteLength(body)).toBe(256 * 1024)
  expect((await send(body)).status).toBe(422)
})

it('a body that is not JSON is 400 and says where it breaks', async () => {
  const answer = await send('{\n  "country": AR\n}')
  expect(answer).toMatchObject({
    status: 400,
    json: { code: 'MALFORMED_BODY', detail: expect.stringContaining('Line 2, column 14') },
  })
})

it.each([
  ['is empty', ''],
  ['names a field twice', '{"country":"AR","country":"BR"}'],
  ['names a field __proto__', '{"__proto__":{"country":"AR"}}'],
  ['is not UTF-8', Buffer.from([0x22, 0xe9, 0x22])],
])('a body that %s is 400', async (_case, body) => {
  expect(await send(body)).toMatchObject({ status: 400, json: { code: 'MALFORMED_BODY' } })
})

it.each(['null', '[]', '1', '"AR"', 'true'])('a body that is %s and no object is 422', async (body) => {
  const answer = await send(body)
  expect(answer.status).toBe(422)
  expect(problemSchema.parse(answer.json).errors?.[0]?.pointer).toBe('#')
})

it('a body keeps an amount that JavaScript cannot hold: it is refused, not changed', async () => {
  const answer = await send(
    '{"country":"ZA","beneficiaryFirstName":"A","beneficiaryLastName":"B","amount":12345678901234567.89}',
  )
  expect(problemSchema.parse(answer.json).errors).toEqual([expect.objectContaining({ pointer: '#/amount' })])
})
