import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type DeskUnderTest, startDeskUnderTest } from '../testing/desk-under-test.ts'

const documentSchema = z.object({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), z.object({ responses: z.record(z.string(), z.unknown()) }))),
  components: z.object({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
})

const identity = { country: 'AR', firstName: 'Ana', lastName: 'Prueba', documentNumber: '12345678' }

let desk: DeskUnderTest
let text: string

beforeAll(async () => {
  desk = await startDeskUnderTest()
  text = (await desk.get('/api/openapi.json')).text
})

afterAll(() => desk.stop())

const read = () => documentSchema.parse(JSON.parse(text))

describe('GET /api/openapi.json', () => {
  it('is OpenAPI 3.1', () => {
    expect(read().openapi).toBe('3.1.0')
  })

  it('names only schemas that it holds', () => {
    const names = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name ?? '')
    expect(names.length).toBeGreaterThan(20)
    expect(Object.keys(read().components.schemas)).toEqual(expect.arrayContaining(names))
  })

  it('holds schemas that a validator accepts', () => {
    const ajv = new Ajv2020({ strict: false })
    const { schemas } = read().components
    ajv.addSchema({ $id: 'openapi', components: { schemas } })
    expect(Object.keys(schemas).length).toBeGreaterThan(25)
    for (const name of Object.keys(schemas))
      expect(ajv.getSchema(`openapi#/components/schemas/${name}`)).toBeTypeOf('function')
  })

  it('describes only addresses that exist, under the method that they take', async () => {
    await desk.post('/api/identity-validations', identity, { 'idempotency-key': 'a-key' })
    const paths = Object.entries(read().paths)
    expect(paths.length).toBeGreaterThan(6)
    for (const [path, methods] of paths) {
      for (const method of Object.keys(methods)) {
        const address = path.replace('{country}', 'AR').replace('{idempotencyKey}', 'a-key')
        const answer = method === 'get' ? await desk.get(address) : await desk.post(address, {})
        expect([200, 422], `${method} ${address}`).toContain(answer.status)
      }
    }
  })

  it('describes a problem for each failure', () => {
    for (const methods of Object.values(read().paths)) {
      for (const { responses } of Object.values(methods))
        expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '400', '500', '503']))
    }
  })
})
