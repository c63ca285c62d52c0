import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import * as z from 'zod/mini'
import { activityPageSchema } from '#shared/api/activity.ts'
import { problemSchema } from '#shared/api/problem.ts'
import type { Route } from '../http/route.ts'
import type { Store } from '../store/store.ts'
import { named } from '../testing/beneficiaries.ts'
import { type Examples, examplesIn, sendTo } from '../testing/example-requests.ts'
import { type Place, someStores } from '../testing/stores.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'
import { tokenWrite } from '../testing/tokens.ts'

/* Who writes to the database swaps what is encrypted, hashed or authenticated between the rows of a table. */

const roles = ['clerk', 'reviewer', 'admin'] as const
const settings = { SIGN_IN: 'accounts', DETAILS_URL: 'http://localhost:3001', DETAILS_PORT: '0', WEBHOOKS: 'on' }

/** Without one of them nothing starts, or no one is signed in any more, which other tests are about. */
const elsewhere = ['audit', 'audit_head', 'data_keys', 'sessions']

/** Of which there are no two here: of ceremonies in browsers, and what few payouts have. */
const notHere: readonly string[] = [
  'approval_policy.row_mac',
  'approval_signatures.content_encrypted',
  'batches.source_encrypted',
  'ceremonies.content_encrypted',
  'job_parts.content_encrypted',
  'passkeys.row_mac',
  'passwords.row_mac',
  'passwords.totp_encrypted',
  'payouts.approvals_encrypted',
  'payouts.approved_hash',
  'payouts.batch_hash',
  'payouts.comment_encrypted',
  'payouts.confirmed_encrypted',
  'payouts.details_hash',
  'payouts.undo_encrypted',
  'recovery_codes.row_mac',
  'sign_ins.origin_encrypted',
  'validation_items.question_hash',
  'validations.question_hash',
  'validations.reason_encrypted',
]

/** Asked for elsewhere, or of nothing that is kept. */
const isOther = /events|openapi|rules|sign-in|healthz|readyz|metrics/

const asks = /-(searches|warnings|marks|checks|references|lines|counts)$|\/(reveal|personal-data|look|challenge)$/

const queries: Readonly<Record<string, string>> = {
  '/api/beneficiaries': '?externalId=Kwame',
  '/api/beneficiary-file': '?format=csv',
}

/** Where the things of an address are. */
const things: Readonly<Record<string, string>> = {
  payouts: 'payouts',
  beneficiaries: 'beneficiaries',
  batches: 'batches',
  'details-links': 'details_links',
  exports: 'exports',
  jobs: 'jobs',
  'validation-jobs': 'jobs',
  people: 'people',
  drafts: 'drafts',
  webhooks: 'webhooks',
}

const madeSchema = z.object({ id: z.optional(z.string()) })
const valuesSchema = z.array(z.object({ value: z.string() }))
const cellsSchema = z.array(z.object({ id: z.string(), value: z.string() }))
const pageSchema = z.object({
  items: z.array(
    z.looseObject({ id: z.string(), name: z.string(), tampered: z.nullable(z.object({ code: z.string() })) }),
  ),
})
const idsSchema = z.array(z.object({ id: z.string() }))

describe.each(someStores)('What was moved to another row on $name', ({ makePlace }) => {
  let place: Place
  let app: TestApp
  let store: Store
  let ana: Visitor
  let examples: Examples

  beforeAll(async () => {
    place = await makePlace()
    app = await startTestApp({ ...place.environment, ...settings })
    store = await app.openStore()
    ana = await app.asMember({ name: 'Ana Souza', roles: [...roles] })
    const bruno = await app.asMember({ name: 'Bruno Lima', roles: [...roles] })
    examples = await examplesIn({ ...app, ...ana, as: () => bruno })
    for (const name of ['Kwame', 'Yaw']) await makeOneOfEach(name)
    const [{ id: payoutId = '' } = {}] = await store.db
      .selectFrom('payouts')
      .select('id')
      .where('state', '=', 'exported')
      .execute()
    for (const outcome of ['refused', 'paid']) {
      const { status, text } = await ana.post('/api/outcomes', { outcomes: [{ payoutId, outcome }] })
      expect(status, text).toBe(200)
    }
  })
  afterAll(async () => {
    await app.stop()
    await place.remove()
  })

  /** With its warnings confirmed. */
  async function made(path: string, body: object, headers: Record<string, string> = {}) {
    const key = () => ({ 'idempotency-key': crypto.randomUUID(), ...headers })
    const first = await ana.post(path, body, key())
    const { warnings = [] } = problemSchema.safeParse(first.json).data ?? {}
    const confirmed = warnings.map(({ id: warningId }) => ({ warningId, reason: 'Seen on paper' }))
    const answer = warnings.length === 0 ? first : await ana.post(path, { ...body, confirmed }, key())
    expect(answer.status, `${path} ${answer.text}`).toBeLessThan(300)
    return madeSchema.parse(answer.json)
  }

  /** One of each thing that there is not twice yet. */
  async function makeOneOfEach(name: string) {
    const entry = { ...named('Kofi', name), phone: '+233244123456' }
    const { id } = await made('/api/beneficiaries', { entry, confirmed: [], externalId: name })
    await made(`/api/beneficiaries/${id}/call-backs`, examples.bodies.CallBackWrite ?? {}, { 'if-match': '"1"' })
    await made('/api/details-links', { name, language: 'es' })
    await made('/api/tokens', tokenWrite({ name }))
    await made('/api/invitations', {
      name,
      email: `${name}@example.com`,
      roles: ['clerk'],
      approveUpTo: {},
      approveUpToADay: {},
    })
    await made('/api/webhooks', { url: `https://${name.toLowerCase()}.example.com/in`, types: ['payout.approved'] })
    const batch = await made('/api/batches', { name, source: { kind: 'api', name: null }, rowsGiven: 1 })
    const sheet = `/api/batches/${batch.id}/sheet`
    await ana.put(sheet, { head: {} }, { 'if-none-match': '*' })
    const parts = [{ part: 0, revision: 0, rows: [{ row: 1, cells: { country: 'BR' } }] }]
    expect((await ana.put(`${sheet}/parts`, { parts })).status).toBe(200)
    const draft = { kind: 'payout', subjectId: null, content: name }
    await ana.put(`/api/drafts/${crypto.randomUUID()}`, draft, { 'if-none-match': '*' })
  }

  /** Two values of a column, that of one row in the other and back, in each row that has it. */
  const swap = (table: string, column: string, [one, other]: readonly [string, string]) =>
    store.write(async ({ db }) => {
      const put = (to: string, from: string) =>
        sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${sql.ref(column)} = ${from}`.execute(db)
      await put('moving', one)
      await put(one, other)
      await put(other, 'moving')
    })

  /** Of the table that was changed some rows are asked for; of others one in `npm run soak`. */
  async function addressesOf(route: Route, table: string): Promise<readonly string[]> {
    const [, , thing = ''] = route.path.split('/')
    const query = queries[route.path] ?? ''
    const isOfIt = things[thing] === table
    if (!route.path.includes(':') || (!isOfIt && inject('testSet') === 'soak'))
      return [examples.addressOf(route) + query]
    if (!isOfIt) return []
    const { rows } = await sql`select id from ${sql.table(table)} limit 4`.execute(store.db)
    return idsSchema.parse(rows).map(({ id }) => examples.addressOf(route, id) + query)
  }

  it.each([
    ['batches', 'name_encrypted', () => ana.get('/api/batches')],
    ['beneficiaries', 'entry_encrypted', () => ana.post('/api/beneficiary-searches', {})],
    ['beneficiaries', 'external_id_encrypted', () => ana.post('/api/beneficiary-searches', {})],
  ] as const)(
    'the list of %s names the rows whose %s was moved, and shows the others as they are',
    async (table, column, list) => {
      const before = pageSchema.parse((await list()).json).items
      const { rows } = await sql`
      select id, ${sql.ref(column)} as value from ${sql.table(table)} where ${sql.ref(column)} is not null limit 2`.execute(
        store.db,
      )
      const [one, other] = cellsSchema.parse(rows)
      if (one === undefined || other === undefined) throw new Error('There are no two.')
      await swap(table, column, [one.value, other.value])
      const { items } = pageSchema.parse((await list()).json)
      await swap(table, column, [one.value, other.value])
      const isMoved = ({ id }: { readonly id: string }) => [one.id, other.id].includes(id)
      expect(items.length).toBeGreaterThan(2)
      expect(items.filter((item) => !isMoved(item))).toEqual(before.filter((item) => !isMoved(item)))
      expect(items.filter(isMoved).map(({ name, tampered }) => [name, tampered?.code])).toEqual([
        ['Tampered', 'TAMPERED'],
        ['Tampered', 'TAMPERED'],
      ])
    },
  )

  it('the audit log shows its entries about a moved name without it', async () => {
    const { rows } = await sql`select name_encrypted as value from batches limit 2`.execute(store.db)
    const [one, other] = valuesSchema.parse(rows).map(({ value }) => value)
    if (one === undefined || other === undefined) throw new Error('There are no two.')
    const entries = async () =>
      activityPageSchema.parse((await ana.get('/api/activity?action=batch.created')).json).items
    const before = await entries()
    await swap('batches', 'name_encrypted', [one, other])
    const after = await entries()
    await swap('batches', 'name_encrypted', [one, other])
    const named = (all: typeof before) => all.filter(({ thing }) => thing.name !== null)
    expect(named(after)).toHaveLength(named(before).length - 2)
    expect(before).toEqual(expect.arrayContaining(named(after)))
    expect(after.map(({ seq }) => seq)).toEqual(before.map(({ seq }) => seq))
  })

  it('no route answers 500, and nothing new takes the place of what was moved', async () => {
    const asked = app.routes.filter(
      ({ method, path }) => (method === 'get' ? !isOther.test(path) : asks.test(path)) && path.startsWith('/api'),
    )
    expect(asked.length).toBeGreaterThan(60)
    const [bugs, few]: [string[], string[]] = [[], []]
    for (const { name: table, columns } of await store.db.introspection.getTables()) {
      const moved = columns.filter(({ name }) => /_(encrypted|hash|mac)$|^mac$/.test(name))
      if (elsewhere.includes(table)) continue
      for (const { name: column } of moved) {
        const cell = sql.ref(column)
        const { rows } = await sql`
          select distinct ${cell} as value from ${sql.table(table)} where ${cell} is not null limit 2`.execute(store.db)
        const [one, other] = valuesSchema.parse(rows).map(({ value }) => value)
        if (one === undefined || other === undefined) {
          few.push(`${table}.${column}`)
          continue
        }
        await swap(table, column, [one, other])
        for (const route of asked) {
          for (const address of await addressesOf(route, table)) {
            const body = route.body && examples.bodies[route.body.name]
            const answer = await sendTo(ana, route, { address, body, headers: {} }).catch(() => undefined)
            if (answer?.status === 500) bugs.push(`${table}.${column}: ${route.method} ${route.path}`)
          }
        }
        const entry = named('Ama', 'Serwaa')
        const taken = await ana.post('/api/beneficiaries', { entry, confirmed: [], externalId: 'Kwame' })
        if (taken.status === 500 || taken.status === 201) bugs.push(`${table}.${column}: saving answers ${taken.text}`)
        await swap(table, column, [one, other])
      }
    }
    expect(few.toSorted()).toEqual(notHere)
    expect(bugs).toEqual([])
  })
})
