import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { problemSchema } from '#shared/api/problem.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

const documentSchema = z.object({
  openapi: z.string(),
  components: z.object({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
})

const identity = { country: 'AR', firstName: 'Ana', lastName: 'Prueba', documentNumber: '12345678' }

let app: TestApp
let text: string

beforeAll(async () => {
  app = await startTestApp()
  text = (await app.get('/api/openapi.json')).text
})

afterAll(() => app.stop())

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

// Last: it keeps the process busy for so long that idle connections are closed.
it('GET /api/openapi.json holds schemas that a validator accepts', () => {
  const ajv = new Ajv2020({ strict: false })
  const { schemas } = read().components
  ajv.addSchema({ $id: 'openapi', components: { schemas } })
  expect(Object.keys(schemas).length).toBeGreaterThan(25)
  for (const name of Object.keys(schemas))
    expect(ajv.getSchema(`openapi#/components/schemas/${name}`)).toBeTypeOf('function')
})
