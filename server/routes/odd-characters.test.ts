import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import * as z from 'zod/mini'
import { cpuTimeMs } from '#shared/testing/cpu-time.ts'
import type { Route } from '../http/route.ts'
import { named } from '../testing/beneficiaries.ts'
import { type Examples, examplesIn, sendTo } from '../testing/example-requests.ts'
import { bodiesWith } from '../testing/mutants.ts'
import { type Place, stores } from '../testing/stores.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

const documentSchema = z.object({ components: z.object({ schemas: z.record(z.string(), z.unknown()) }) })
const objectSchema = z.object({ properties: z.optional(z.record(z.string(), z.unknown())) })

/** SQLite would cut a text at a NUL, PostgreSQL refuses it, and UTF-8 cannot write half a surrogate pair. */
const odd = ['\0', 'a\0b', '\ud800']

/** Odd texts that look like something of ours. */
const oddCursors = ['["exports","a\\u0000","b"]', '["exports","a","b\\u0000"]', '["exports","a\\ud800","b"]'].map(
  (text) => Buffer.from(text).toString('base64url'),
)

/** One in each field, in turn; all in each in `npm run soak`. */
function oddTexts(text: string, turn: number): readonly unknown[] {
  const all = [`${text}\0`, '\ud800', oddCursors[0]]
  return inject('testSet') === 'soak' ? all : all.slice(turn % all.length, (turn % all.length) + 1)
}

/** Fields that no good example has, as they take the place of others, are taken once, or name what came of an earlier one. */
const further: Readonly<Record<string, object>> = {
  BeneficiaryWrite: { externalId: 'EMP-1' },
  CallBackWrite: { payoutId: 'another', phoneVersion: 1 },
  ExportWrite: { batchId: 'another', all: 'approved' },
  // The one name of a beneficiary is left out, as no question has both.
  PayoutWarningsQuestion: { externalId: 'EMP-2', beneficiaryId: undefined },
  PayoutWrite: { replaces: 'another' },
}

const longTexts = () => [' '.repeat(200_000)]

/** The fields of a schema that a body leaves out, within it too. */
function leftOut(schema: unknown, body: unknown): readonly string[] {
  const { properties = {} } = objectSchema.parse(schema)
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(properties).flatMap(([name, within]) =>
    Object.hasOwn(body, name) ? leftOut(within, Reflect.get(body, name)).map((inner) => `${name}/${inner}`) : [name],
  )
}

/** Why a body was refused, or the one row in it. */
function codeOf(json: unknown): string {
  const refusal = z.object({ code: z.string() })
  const found = z.union([refusal, z.object({ rows: z.tuple([z.object({ problem: refusal })]) })]).safeParse(json)
  if (!found.success) return 'taken'
  return 'rows' in found.data ? found.data.rows[0].problem.code : found.data.code
}

describe.each(stores)('a character that cannot be kept, on $name', ({ name, makePlace }) => {
  let place: Place
  let app: TestApp
  let examples: Examples

  beforeAll(async () => {
    place = await makePlace()
    app = await startTestApp(place.environment)
    examples = await examplesIn(app)
    const { status } = await app.post('/api/beneficiaries', {
      entry: named('Efua', 'Owusu'),
      confirmed: [],
      externalId: 'EMP-2',
    })
    expect(status).toBe(201)
  })

  afterAll(async () => {
    await app.stop()
    await place.remove()
  })

  const wholeBody = (name: string): object => Object.assign({}, examples.bodies[name], further[name])

  it('is tried in every field of every body', async () => {
    const { schemas } = documentSchema.parse((await app.get('/api/openapi.json')).json).components
    const bodies = app.routes.flatMap(({ body }) => body ?? [])
    expect(bodies.length).toBeGreaterThan(12)
    const missing = bodies.flatMap(({ name }) =>
      leftOut(schemas[name], wholeBody(name)).map((field) => `${name} ${field}`),
    )
    expect(missing).toEqual([])
  })

  it('is no failure of ours in any body', async () => {
    const broken: string[] = []
    let turn = 0
    const inTurn = (text: string) => oddTexts(text, turn++)
    for (const route of app.routes)
      for (const body of bodiesWith(inTurn, route.body && wholeBody(route.body.name))) {
        const { status, text } = await sendTo(app, route, { ...(await examples.of(route)), body })
        if (status >= 500) broken.push(`${route.method} ${route.path} ${JSON.stringify(body)}: ${text}`)
      }
    expect(broken).toEqual([])
  })

  // It does not reach the store, so one kind is enough.
  if (name === 'SQLite')
    it('a text of 200,000 spaces in any body is refused at once', async () => {
      const taken: string[] = []
      let slowestMs = 0
      let tried = 0
      for (const route of app.routes)
        for (const body of bodiesWith(longTexts, route.body && wholeBody(route.body.name))) {
          const example = { ...(await examples.of(route)), body }
          const start = cpuTimeMs()
          const { status, json } = await sendTo(app, route, example)
          slowestMs = Math.max(slowestMs, cpuTimeMs() - start)
          tried += 1
          const code = codeOf(json)
          // What is asked of rows is answered as far as they can be read, and a sheet keeps what stood in the file.
          if (
            ['/api/batch-checks', '/api/row-jobs', '/api/batches/:id/sheet/parts'].includes(route.path) &&
            status < 500
          )
            continue
          if (!['FIELDS_INVALID', 'BODY_TOO_LARGE'].includes(code))
            taken.push(`${route.method} ${route.path} ${status} ${code}`)
        }
      expect(tried).toBeGreaterThan(100)
      expect(taken).toEqual([])
      expect(slowestMs).toBeLessThan(1000)
    })

  it('is no failure of ours in any address or query', async () => {
    let tried = 0
    const broken: string[] = []
    for (const route of app.routes)
      for (const text of [...odd.slice(0, 2), '\ufffd', ...oddCursors]) {
        const example = await examples.of(route)
        const asked = queryNames(route).map((name) => `${example.address}?${name}=${encodeURIComponent(text)}`)
        for (const address of [...asked, ...(route.path.includes(':') ? [examples.addressOf(route, text)] : [])]) {
          const { status } = await sendTo(app, route, { ...example, address })
          tried += 1
          if (status >= 500) broken.push(`${route.method} ${address}`)
        }
      }
    expect(tried).toBeGreaterThan(100)
    expect(broken).toEqual([])
  })
})

function queryNames({ query }: Route): readonly string[] {
  return Object.keys((query === undefined ? undefined : objectSchema.parse(z.toJSONSchema(query)).properties) ?? {})
}
