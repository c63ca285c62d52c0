import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { account, ana } from '../testing/client-under-test.ts'
import { payoutIn, payoutWrite } from '../testing/payouts.ts'
import { type Place, stores } from '../testing/stores.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

const parameterSchema = z.object({ name: z.string(), in: z.string() })
const operationSchema = z.object({
  parameters: z.optional(z.array(parameterSchema)),
  requestBody: z.optional(
    z.object({ content: z.object({ 'application/json': z.object({ schema: z.object({ $ref: z.string() }) }) }) }),
  ),
})
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})
const objectSchema = z.object({ properties: z.record(z.string(), z.unknown()) })

type Values = Readonly<Record<string, unknown>>

/** SQLite would cut a text at a NUL, PostgreSQL refuses it, and UTF-8 cannot write half a surrogate pair. */
const odd = ['\0', 'a\0b', '\ud800']

/** Odd texts that look like something of ours. */
const oddCursors = ['["a\\u0000","b"]', '["a","b\\u0000"]', '["a\\ud800","b"]'].map((text) =>
  Buffer.from(text).toString('base64url'),
)

/** The body once for each of its texts and each that stands in its place. */
function bodiesWith(change: (text: string) => readonly unknown[], body: unknown): readonly unknown[] {
  if (typeof body === 'string') return change(body)
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([name, value]) =>
    bodiesWith(change, value).map((changed) =>
      Array.isArray(body) ? body.with(Number(name), changed) : { ...body, [name]: changed },
    ),
  )
}

const oddTexts = (text: string) => [`${text}\0`, '\ud800', oddCursors[0]]

const longTexts = () => [' '.repeat(200_000)]

/** The fields of a schema that a body leaves out, within it too. */
function leftOut(schema: unknown, body: unknown): readonly string[] {
  const found = objectSchema.safeParse(schema)
  if (!found.success || typeof body !== 'object' || body === null) return []
  return Object.entries(found.data.properties).flatMap(([name, within]) => {
    const value: unknown = Reflect.get(body, name)
    return value === undefined ? [name] : leftOut(within, value).map((inner) => `${name}/${inner}`)
  })
}

describe.each(stores)('a character that cannot be kept, on $name', ({ name, makePlace }) => {
  let place: Place
  let app: TestApp
  let operations: readonly { method: string; path: string; body: string | undefined; names: readonly Named[] }[]
  let schemas: Values
  let bodies: Values
  let ids: Readonly<Record<string, string>>

  type Named = z.infer<typeof parameterSchema>

  beforeAll(async () => {
    place = await makePlace()
    app = await startTestApp(place.environment)
    const { paths, components } = documentSchema.parse((await app.get('/api/openapi.json')).json)
    schemas = components.schemas
    operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
        method: method.toUpperCase(),
        path,
        body: requestBody?.content['application/json'].schema.$ref.split('/').at(-1),
        names: parameters,
      })),
    )
    const payout = payoutIn(await app.post('/api/payouts', payoutWrite()))
    const draftId = crypto.randomUUID()
    await app.put(`/api/drafts/${draftId}`, { kind: 'payout', subjectId: null, content: 1 }, { 'if-none-match': '*' })
    ids = {
      payoutId: payout.id,
      beneficiaryId: payout.beneficiaryId,
      draftId,
      exportId: 'no-export',
      country: 'BR',
      idempotencyKey: 'a-key',
    }
    bodies = goodBodies(payout.id, payout.beneficiaryId, draftId)
  })

  afterAll(async () => {
    await app.stop()
    await place.remove()
  })

  function goodBodies(payoutId: string, beneficiaryId: string, draftId: string): Values {
    const cursor = Buffer.from('["a","b"]').toString('base64url')
    const bank = {
      bankName: '001',
      accountAgencyNumber: '4321',
      accountNumber: '987654-3',
      payoutAccountTypeCode: '0002',
    }
    const check = {
      validationDocumentNumber: '11144477735',
      validationAgency: '4321',
      validationAccountKind: 'checking',
    }
    const named = { beneficiaryFirstName: 'Ana', beneficiaryLastName: 'Souza', email: 'a@example.com', city: 'Recife' }
    const document = { documentType: '1', documentNumber: '11144477735', recipientPixKey: '11144477735' }
    const beneficiary = {
      country: 'BR',
      method: 'bank',
      beneficiaryType: 'person',
      ...named,
      ...document,
      ...bank,
      ...check,
    }
    const texts = {
      note: 'Paid twice a year',
      PaymentReason: 'Rent',
      externalReference: 'R-1',
      NotificationUrl: 'https://hooks.example/a',
    }
    const payment = {
      amount: '10',
      currencyCode: 'BRL',
      CurrencyCode: 'BRL',
      ...texts,
      TermsApproved: true,
      testMode: true,
    }
    const search = { text: 'ana', country: 'BR', cursor, limit: 5 }
    const draft = { id: draftId, revision: 1 }
    const confirmed = [{ warningId: 'a warning', reason: 'Seen on paper' }]
    const asked = { testMode: true, beneficiaryId }
    const entry = { ...beneficiary, ...payment }
    const question = { entry, beneficiaryId, payoutId }
    return {
      SignIn: { name: 'Ana Souza' },
      DraftWrite: {
        kind: 'payout',
        subjectId: payoutId,
        content: { form: { entries: { BR: beneficiary } }, chosenBeneficiary: { id: 'b' } },
      },
      BeneficiarySearch: { ...search, status: 'active' },
      BeneficiaryWrite: { entry: beneficiary, confirmed, draft },
      Reveal: { purpose: 'view' },
      Erase: { confirm: true },
      PayoutSearch: { ...search, state: 'draft', beneficiaryId, toReview: false },
      PayoutWarningsQuestion: question,
      PayoutWrite: {
        beneficiary: { id: beneficiaryId, version: 1 },
        entry,
        confirmed,
        submit: false,
        draft,
      },
      Approval: { requestHash: 'hash', warningsHash: 'hash' },
      Return: { comment: 'Look again' },
      ExportWrite: { payoutIds: [payoutId, 'another'], format: 'csv', again: false },
      PayoutEntry: entry,
      IdentityValidation: { ...ana, ...asked },
      BankValidation: { ...account, ...asked, bankName: '', accountAgencyNumber: '', accountTypeCode: '' },
    }
  }

  const at = (path: string, changes: Readonly<Record<string, string>> = {}) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent({ ...ids, ...changes }[name] ?? 'none'))

  /** The version that the thing at an address has now, so that a write is not refused before it is read. */
  async function headersFor(method: string, path: string): Promise<Record<string, string>> {
    const thing = path.split('/').slice(0, 4).join('/')
    if (method === 'GET' || !thing.includes('{')) return {}
    const { etag } = (await app.get(at(thing))).headers
    return { 'if-match': String(etag) }
  }

  async function send(method: string, path: string, address: string, body?: unknown) {
    const headers = await headersFor(method, path)
    if (method === 'GET') return app.get(address)
    if (method === 'DELETE') return app.delete(address, headers)
    return method === 'PUT' ? app.put(address, body, headers) : app.post(address, body, headers)
  }

  it('is tried in every field of every body', () => {
    const named = operations.flatMap(({ body }) => body ?? [])
    expect(named.length).toBeGreaterThan(12)
    const missing = named.flatMap((name) =>
      leftOut(schemas[name], bodies[name] ?? {}).map((field) => `${name} ${field}`),
    )
    expect(missing).toEqual([])
  })

  it('is no failure of ours in any body', async () => {
    const broken: string[] = []
    for (const { method, path, body } of operations)
      for (const changed of bodiesWith(oddTexts, body === undefined ? undefined : bodies[body])) {
        const { status, text } = await send(method, path, at(path), changed)
        if (status >= 500) broken.push(`${method} ${path} ${JSON.stringify(changed)}: ${text}`)
      }
    expect(broken).toEqual([])
  })

  // It comes to no store, so one is enough.
  if (name === 'SQLite')
    it('a text of 200,000 spaces in any body is refused at once', async () => {
      const taken: string[] = []
      let slowestMs = 0
      let tried = 0
      for (const { method, path, body } of operations)
        for (const changed of bodiesWith(longTexts, body === undefined ? undefined : bodies[body])) {
          const start = performance.now()
          const { status, json } = await send(method, path, at(path), changed)
          slowestMs = Math.max(slowestMs, performance.now() - start)
          tried += 1
          const { code = 'taken' } = z.object({ code: z.optional(z.string()) }).parse(json)
          if (!['FIELDS_INVALID', 'BODY_TOO_LARGE'].includes(code))
            taken.push(`${method} ${path} ${status} ${code} ${tried}`)
        }
      expect(tried).toBeGreaterThan(100)
      expect(taken).toEqual([])
      expect(slowestMs).toBeLessThan(1000)
    })

  it('is no failure of ours in any address or query', async () => {
    let tried = 0
    const broken: string[] = []
    for (const { method, path, names } of operations)
      for (const text of [...odd.slice(0, 2), '\ufffd', ...oddCursors])
        for (const { name, in: where } of names) {
          if (where === 'header') continue
          const asked = `${at(path)}?${name}=${encodeURIComponent(text)}`
          const { status } = await send(method, path, where === 'query' ? asked : at(path, { [name]: text }), {})
          tried += 1
          if (status >= 500) broken.push(`${method} ${path} ${name} ${JSON.stringify(text)}`)
        }
    expect(tried).toBeGreaterThan(100)
    expect(broken).toEqual([])
  })
})
