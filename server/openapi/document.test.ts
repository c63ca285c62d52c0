import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { problemSchema } from '#shared/api/problem.ts'
import { payoutFields } from '#shared/payout/fields.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { openapiDocument } from './document.ts'
import { documentPage } from './document-page.ts'

const documentSchema = z.object({
  openapi: z.string(),
  components: z.object({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
})

const identity = { country: 'AR', firstName: 'Ana', lastName: 'Prueba', documentNumber: '12345678' }

const operations = z.record(
  z.string(),
  z.record(z.string(), z.object({ operationId: z.string(), tags: z.optional(z.array(z.string())) })),
)
const laidOut = z.object({
  paths: operations,
  webhooks: operations,
  servers: z.array(z.object({ url: z.string() })),
})

let withAccounts: TestApp
const ofAccounts = () => openapiDocument(withAccounts.routes, payoutFields, 'accounts')

let app: TestApp
let text: string

beforeAll(async () => {
  app = await startTestApp()
  withAccounts = await startTestApp({
    ...{ SIGN_IN: 'accounts', WEBHOOKS: 'on' },
    ...{ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'payouts@shop.example' },
    ...{ DETAILS_URL: 'http://localhost:3100', DETAILS_PORT: '0' },
  })
  text = (await app.get('/api/openapi.json')).text
})

afterAll(async () => {
  await app.stop()
  await withAccounts.stop()
})

const read = () => documentSchema.parse(JSON.parse(text))

it('GET /api/openapi.json is OpenAPI 3.1', () => {
  expect(read().openapi).toBe('3.1.0')
})

it('GET /api/openapi.json names only schemas that it holds', () => {
  const names = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name ?? '')
  expect(names.length).toBeGreaterThan(20)
  expect(Object.keys(read().components.schemas)).toEqual(expect.arrayContaining(names))
})

it('GET /api/openapi.json names the cookie that a session sets', async () => {
  const { headers } = await app.asNobody().post('/api/session', { name: 'Bea Lima' })
  const { name } = z
    .object({ components: z.object({ securitySchemes: z.object({ session: z.object({ name: z.string() }) }) }) })
    .parse(JSON.parse(text)).components.securitySchemes.session
  const { port } = new URL(app.url)
  expect(String(headers['set-cookie'])).toMatch(new RegExp(`^${name.replace('3000', port)}=`))
})

it('GET /api/openapi.json holds an answer to what its code can say', async () => {
  const { json } = await app.post('/api/identity-validations', { ...identity, documentNumber: '1'.repeat(9) })
  const { errors = [], ...problem } = problemSchema.parse(json)
  const schema = new Ajv2020({ strict: false }).compile({
    $ref: '#/components/schemas/Problem',
    components: read().components,
  })
  expect(errors).toMatchObject([{ code: 'wrong_length' }])
  const withParams = (params: object) => ({ ...problem, errors: errors.map((error) => ({ ...error, params })) })
  expect([problem, { ...problem, errors }].map((answer) => schema(answer))).toEqual([true, true])
  expect([{}, { max: 3 }].map((params) => schema(withParams(params)))).toEqual([false, false])
  expect([{ what: 'draft' }, { what: 'anything' }].map((params) => schema({ ...problem, params }))).toEqual([
    true,
    false,
  ])
})

it('The OpenAPI document names each operation once, in words that generated clients can use, and says where and about what it is', () => {
  const { paths, servers, webhooks } = laidOut.parse(ofAccounts())
  const operations = [paths, webhooks].flatMap((all) => Object.values(all)).flatMap((methods) => Object.values(methods))
  const ids = operations.map(({ operationId }) => operationId)
  expect(ids.length).toBeGreaterThan(120)
  expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toContain('postPayoutsByIdReveal')
  const tags = Object.values(paths).flatMap((methods) => Object.values(methods).map((one) => one.tags?.length))
  expect(new Set(tags)).toEqual(new Set([1]))
  expect(servers).toHaveLength(1)
})

it('The OpenAPI document says each list of cases once', () => {
  const document = JSON.stringify(ofAccounts())
  for (const reason of ['informational', 'waive']) expect(document.split(`"${reason}"`).length, reason).toBeLessThan(4)
  const listOfOne = /"(?:any|all)Of":\[\{(?!"\$ref")[^{}]*\}\]/
  expect(document.split(listOfOne)).toHaveLength(1)
  expect(document.length).toBeLessThan(550_000)
})

it('The OpenAPI document in docs/ is that of a server with accounts: `npm run unit -- server/openapi -u` writes it', async () => {
  await expect(`${JSON.stringify(ofAccounts(), null, 2)}\n`).toMatchFileSnapshot('../../docs/api/openapi.json')
})

it('The page in docs/ shows the same document, without a script, and its links lead somewhere', async () => {
  const page = documentPage(ofAccounts())
  await expect(page).toMatchFileSnapshot('../../docs/api/index.html')
  const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  expect(ids.size).toBeGreaterThan(400)
  expect(links.filter((id) => !ids.has(`${id}`))).toEqual([])
  expect(page).not.toContain('<script')
})

// Last: it keeps the process busy for so long that idle connections are closed.
it('GET /api/openapi.json holds schemas that a validator accepts', () => {
  const ajv = new Ajv2020({ strict: false })
  const { schemas } = read().components
  ajv.addSchema({ $id: 'openapi', components: { schemas } })
  expect(Object.keys(schemas).length).toBeGreaterThan(25)
  for (const name of Object.keys(schemas))
    expect(ajv.getSchema(`openapi#/components/schemas/${name}`)).toBeTypeOf('function')
})
