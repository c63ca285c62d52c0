import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { batchSchema } from '#shared/api/batch.ts'
import { checkedRowsSchema, savedRowsSchema } from '#shared/api/batch-rows.ts'
import type { Route } from '../http/route.ts'
import { goodBodies, sendTo } from '../testing/example-requests.ts'
import { changed, payoutWrite, sampleNamed } from '../testing/payouts.ts'
import { type Place, stores } from '../testing/stores.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

/* A list shows the end of a number; who may try all numbers that end so finds the rest. */

describe.each(stores)('Numbers that are tried on $name', ({ makePlace }) => {
  const saved = '40000029'
  let tries = 0
  /** Another number that ends as the saved one. */
  const other = () => String(50_000_029 + 10_000 * ++tries)
  let place: Place
  let app: TestApp
  let ana: Visitor

  beforeAll(async () => {
    place = await makePlace()
    const settings = { SIGN_IN: 'accounts', NUMBER_SEARCHES_PER_MINUTE: '1', UNSENT_PAYOUTS: '4' }
    app = await startTestApp({ ...place.environment, ...settings })
    ana = await clerk()
    expect((await ana.post('/api/beneficiaries', beneficiary(saved))).status).toBe(201)
  })

  afterAll(async () => {
    await app.stop()
    await place.remove()
  })

  let members = 0
  const clerk = () => {
    members += 1
    return app.asMember({ name: `Clerk ${String.fromCharCode(64 + members)}`, roles: ['clerk'] })
  }
  const batchOf = async (person: Visitor) => {
    const source = { kind: 'api', name: null }
    return batchSchema.parse((await person.post('/api/batches', { name: 'Tries', source, rowsGiven: null })).json).id
  }
  const saving = (person: Visitor, batchId: string, rows: readonly object[]) =>
    person.post(`/api/batches/${batchId}/rows`, { rows }, { 'idempotency-key': crypto.randomUUID() })
  const rowOf = (number: string, row: number) => ({ row, entry: kenyan(number).entry, confirmed: [] })

  it('What rows would pay is compared with no number that the person has not saved, and with all at the save', async () => {
    const mole = await clerk()
    const guesses = Array.from({ length: 300 }, (_, turn) => String(40_000_029 + (turn - 150) * 10_000))
    expect(guesses).toContain(saved)
    const rows = guesses.map((number, i) => ({ row: i + 1, entry: kenyan(number).entry }))
    const check = async (person: Visitor, given: readonly object[]) =>
      checkedRowsSchema.parse((await person.post('/api/batch-checks', { rows: given })).json).rows
    expect((await check(mole, rows)).filter((row) => row.beneficiary !== null || row.warnings.length > 0)).toEqual([])

    const id = await batchOf(mole)
    const [hit, miss] = savedRowsSchema.parse((await saving(mole, id, [rowOf(saved, 1), rowOf(other(), 2)])).json).rows
    expect(hit).toMatchObject({ problem: { warnings: [{ code: 'document_other_account' }] } })
    expect(miss).toMatchObject({ payout: {} })
    const admin = await app.asMember({ name: 'Ada Rocha', roles: ['admin'] })
    const { text } = await admin.get('/api/activity?action=numbers.searched')
    expect(text).toContain('"searches":2')

    // What they typed and saved themselves is compared at once.
    const mine = rows.filter((_, i) => guesses[i] === saved)
    expect(await check(ana, mine)).toMatchObject([{ isCompared: false }])
    const same = { row: 1, entry: { ...beneficiary(saved).entry, amount: '5', currencyCode: 'KES' } }
    expect(await check(ana, [same])).toMatchObject([{ isCompared: true, beneficiary: { version: 1 } }])
    expect(await check(mole, [same])).toMatchObject([{ isCompared: false, beneficiary: null, warnings: [] }])
  })

  it('A person may save so many drafts that no one reviews; what was saved stays acknowledged, and one that is sent makes room', async () => {
    const mole = await clerk()
    const id = await batchOf(mole)
    const numbers = ['41000011', '41000022', '41000033', '41000044']
    const rows = numbers.map((number, i) => rowOf(number, i + 1))
    const first = savedRowsSchema.parse((await saving(mole, id, rows)).json).rows
    expect(first).toMatchObject(rows.map(() => ({ payout: {} })))
    const fifth = rowOf('41000055', 5)
    expect(await saving(mole, id, [fifth])).toMatchObject({ status: 409, json: { code: 'TOO_MANY_UNSENT' } })
    expect(await mole.post('/api/payouts', kenyan('41000055'))).toMatchObject({ status: 409 })
    // The same rows again are answered as they were saved.
    expect(savedRowsSchema.parse((await saving(mole, id, rows)).json).rows).toEqual(first)

    const [one, two] = first.flatMap((row) => ('payout' in row ? [row.payout] : []))
    const ifMatch = (payout = two) => ({ 'if-match': `"${payout?.version}"` })
    expect((await mole.send('DELETE', `/api/payouts/${two?.id}`, { headers: ifMatch() })).status).toBe(204)
    expect((await saving(mole, id, [fifth])).json).toMatchObject({ code: 'TOO_MANY_UNSENT' })
    const sent = await mole.post(
      `/api/batches/${id}/submit`,
      { payouts: [{ ...one, confirmed: [] }] },
      {
        'idempotency-key': crypto.randomUUID(),
      },
    )
    expect(sent.json).toMatchObject({ payouts: [{ id: one?.id, version: 2 }] })
    expect(savedRowsSchema.parse((await saving(mole, id, [fifth])).json).rows).toMatchObject([{ payout: {} }])
  })

  it('No route says which number is saved to a person who has tried too many', async () => {
    const mole = await clerk()
    const draft = await mole.post('/api/payouts', kenyan('42000011'))
    for (let made = 2; made <= 4; made += 1) await mole.post('/api/payouts', kenyan(`4200001${made}`))
    for (let made = 0; made < 20; made += 1) await mole.post('/api/beneficiaries', beneficiary(`${43_000_011 + made}`))
    const payoutId = `${draft.headers.location}`.split('/').at(-1) ?? ''
    const beneficiaryId =
      `${(await ana.post('/api/beneficiaries', beneficiary('44000011'))).headers.location}`.split('/').at(-1) ?? ''
    const examples = goodBodies(payoutId, beneficiaryId, crypto.randomUUID())
    const asked = app.routes.filter((route) =>
      /beneficiaryFirstName|"text"/.test(JSON.stringify(examples[route.body?.name ?? ''] ?? {})),
    )

    const ask = async (person: Visitor, route: Route, number: string) => {
      const ids: Record<string, string> = {
        payouts: payoutId,
        beneficiaries: beneficiaryId,
        batches: route.path.includes('rows') ? await batchOf(person) : '',
      }
      const address = route.path.replace(/:\w+/, () => ids[route.path.split('/')[2] ?? ''] ?? '')
      const version = route.version === undefined ? {} : { 'if-match': `${(await person.get(address)).headers.etag}` }
      const headers = { ...version, ...(route.isIdempotent && { 'idempotency-key': crypto.randomUUID() }) }
      const body = withNumber(examples[route.body?.name ?? ''], number)
      return answerOf(await sendTo(person, route, { address, body, headers }))
    }
    const telling: string[] = []
    const open: string[] = []
    for (const route of asked) {
      const name = `${route.method} ${route.path}`
      const [first, second] = [await ask(await clerk(), route, saved), await ask(await clerk(), route, other())]
      if (first !== second) telling.push(name)
      const answers = []
      for (const number of [saved, other()]) {
        for (let tries = 0; tries < 3; tries += 1)
          await mole.post('/api/payout-searches', { text: `4${Math.random()}` })
        answers.push(await ask(mole, route, number))
      }
      if (answers[0] !== answers[1]) open.push(`${name}: ${answers.join(' | ')}`)
    }
    expect(telling).toEqual(
      expect.arrayContaining([
        'post /api/payout-warnings',
        'post /api/payouts',
        'post /api/beneficiaries',
        'post /api/beneficiary-searches',
        'post /api/batches/:id/rows',
      ]),
    )
    expect(open).toEqual([])
  })
})

/** An answer without what differs between two of the same question. */
function answerOf({ status, text }: Answer): string {
  const own =
    /[0-9a-f-]{36}|\b[45]\d{7}\b|[\w-]{43}|\b1\d{9}\b|PD-\w+|\d{4}-\d\d-\d\dT[\d:.]+Z|"row":\d+|"retryAfterSeconds":\d+|[\d,]+ minutes?/g
  return `${status} ${text.replace(own, '#')}`
}

/** A good body that asks about one number, with nothing else that it could be refused for. */
function withNumber(body: unknown, number: string): unknown {
  if (Array.isArray(body)) return body.map((one) => withNumber(one, number))
  if (typeof body !== 'object' || body === null) return body
  if ('beneficiaryFirstName' in body) return ('amount' in body ? kenyan(number) : beneficiary(number)).entry
  const dropped = [
    'beneficiary',
    'beneficiaryId',
    'payoutId',
    'replaces',
    'once',
    'draft',
    'cursor',
    'state',
    'status',
    'batchId',
    'exportId',
  ]
  const kept = Object.entries(body).filter(([name]) => !dropped.includes(name))
  const given = Object.fromEntries(kept.map(([name, value]) => [name, withNumber(value, number)]))
  return {
    ...given,
    ...('confirmed' in body && { confirmed: [] }),
    ...('text' in body && { text: number, country: 'KE' }),
  }
}

let accounts = 1_000_000_000

/** A payout to another account each time. */
function kenyan(documentNumber: string, account = ++accounts) {
  return changed(payoutWrite(sampleNamed('Kenya')), { documentNumber, accountNumber: String(account) })
}

function beneficiary(documentNumber: string) {
  const { amount, currencyCode, ...entry } = kenyan(documentNumber, Number(documentNumber) * 100).entry
  return { entry, confirmed: [] }
}
