import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { exportSchema } from '#shared/api/export.ts'
import { type PayoutRequest, payoutPreviewSchema, payoutRequestSchema } from '#shared/api/payout-preview.ts'
import { standingWarningSchema } from '#shared/api/warning.ts'
import { countryCodes } from '#shared/countries/rule-book.ts'
import { decimalTextOf } from '#shared/payout/amount.ts'
import { fieldUses } from '#shared/payout/field-uses.ts'
import { type FieldTable, payoutFields, sentIn } from '#shared/payout/fields.ts'
import { readCsv } from '#shared/payout/testing/read-request-csv.ts'
import { type SampleEntry, sampleEntries } from '#shared/testing/sample-entries.ts'
import { canariesOf } from '../testing/canaries.ts'
import { confirmedWithReason, confirming, step } from '../testing/payouts.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

/** One field more than there are: nothing in the server knows its name. */
const withMore: FieldTable = {
  ...payoutFields,
  favouriteColour: { of: 'beneficiary', rule: 'text', isSecret: true, search: 'number' },
}
const colour = 'Q-ultramarine-9876'

/** A payout of a sample, and its request as it was previewed. */
interface Paid {
  readonly sample: SampleEntry
  readonly id: string
  readonly beneficiaryId: string
  readonly request: PayoutRequest
}

const saved = z.object({ id: z.string(), beneficiaryId: z.string(), request: payoutRequestSchema })

const revealed = z.object({
  version: z.number(),
  requestHash: z.string(),
  warningsHash: z.string(),
  warnings: z.array(standingWarningSchema),
  entry: z.record(z.string(), z.union([z.string(), z.boolean()])),
  request: payoutRequestSchema,
})

describe.each([
  ['the fields of a payout', payoutFields, 'currencyCode'],
  ['one field more', withMore, 'currencyCode'],
  ['the other spelling of a currency', payoutFields, 'CurrencyCode'],
] as const)('A server with %s', (_, fields: FieldTable, spelling) => {
  let app: TestApp
  let reviewer: Visitor
  let paid: readonly Paid[]
  let exportId = ''

  beforeAll(async () => {
    app = await startTestApp({ PROVIDER_NAMES: JSON.stringify({ currencyCode: spelling }) }, { fields })
    reviewer = app.as('Berta Lima')
    const done: Paid[] = []
    for (const sample of sampleEntries) done.push(await pay(sample))
    paid = done
    const payoutIds = paid.map(({ id }) => id)
    exportId = exportSchema.parse((await app.post('/api/exports', { payoutIds, format: 'json', again: false })).json).id
  })
  afterAll(() => app.stop())

  const sentNames = sentIn(fields).map((name) => (name === 'currencyCode' ? spelling : name))

  /** Every field that the country and the method ask for, filled. */
  function fullEntry(sample: SampleEntry): Record<string, string | boolean> {
    const flags = { testMode: true, TermsApproved: true }
    const more = fields === payoutFields ? {} : { favouriteColour: colour }
    return {
      method: sample.method.id,
      ...firstChoices(sample),
      ...sample.entry,
      ...canariesOf(sample, 0),
      ...flags,
      ...more,
    }
  }

  async function pay(sample: SampleEntry): Promise<Paid> {
    const entry = fullEntry(sample)
    const { request } = payoutPreviewSchema.parse((await app.post('/api/payout-previews', entry)).json)
    const write = { entry, confirmed: [], submit: true }
    const answer = await app.post('/api/payouts', { ...write, confirmed: await confirming(app, write) })
    const payout = saved.parse(answer.json)
    const hidden = Object.keys(request).filter((name) => fields[name]?.isSecret)
    for (const name of Object.keys(request)) {
      const isShown = payout.request[name] === request[name]
      expect(isShown, `${sample.name} ${name}`).toBe(!hidden.includes(name) || request[name] === '-')
    }
    const { version, requestHash, warningsHash, warnings } = await revealedOf(payout.id)
    const approval = await step(reviewer, { id: payout.id, version }, 'approve', {
      requestHash,
      warningsHash,
      confirmed: confirmedWithReason(warnings),
    })
    expect(approval.status, approval.text).toBe(200)
    return { sample, id: payout.id, beneficiaryId: payout.beneficiaryId, request }
  }

  const revealedOf = async (id: string) => revealed.parse((await reviewer.post(`/api/payouts/${id}/reveal`, {})).json)

  it('previews a value for each field that a country and its method ask for, in the order of the table', () => {
    for (const { sample, request } of paid) {
      const uses = fieldUses(sample.country, sample.method, fields)
      const used = sentIn(fields).map((name) => uses[name]?.use === 'asked' || uses[name]?.use === 'hyphen')
      const expected = sentNames.filter((_name, place) => used[place])
      expect(Object.keys(request), sample.name).toEqual(expected)
    }
  })

  it('shows to who reviews exactly the request that was previewed, and previews the saved entry the same', async () => {
    for (const { sample, id, request } of paid) {
      const shown = await revealedOf(id)
      expect(JSON.stringify(shown.request), sample.name).toBe(JSON.stringify(request))
      expect(shown.entry).toMatchObject({ ...canariesOf(sample, 0), amount: String(sample.entry.amount) })
      const again = payoutPreviewSchema.parse((await app.post('/api/payout-previews', shown.entry)).json)
      expect(again.request, sample.name).toEqual(request)
    }
  })

  it('exports exactly the requests that were previewed, as JSON, JSON Lines and CSV', async () => {
    const file = async (format: string) => (await app.get(`/api/exports/${exportId}/file?format=${format}`)).text
    const texts = paid.map(({ request }) => JSON.stringify(request))
    expect(await file('json')).toBe(`[\n${texts.join(',\n')}\n]\n`)
    expect(await file('jsonl')).toBe(texts.map((text) => `${text}\n`).join(''))
    const [head = [], ...lines] = readCsv((await file('csv')).replace(/^\uFEFF/, '')) ?? []
    expect(head).toEqual(sentNames)
    for (const [place, { sample, request }] of paid.entries())
      expect(
        lines[place]?.map((cell) => cell.replace(/^'/, '')),
        sample.name,
      ).toEqual(head.map((name) => textOf(request[name])))
  })

  it('previews an exported request the same, whichever way it spells the currency', async () => {
    const file = z.array(payoutRequestSchema).parse((await app.get(`/api/exports/${exportId}/file`)).json)
    for (const [place, { CurrencyCode, currencyCode = CurrencyCode ?? '', ...rest }] of file.entries())
      for (const fed of [
        { ...rest, currencyCode },
        { ...rest, CurrencyCode: currencyCode },
      ]) {
        const { json } = await app.post('/api/payout-previews', fed)
        expect(payoutPreviewSchema.parse(json).request).toEqual(paid[place]?.request)
      }
  })

  it('spells the currency alike in what a person is handed about themselves', async () => {
    const [{ beneficiaryId, request } = { beneficiaryId: '', request: {} }] = paid
    const held = await app.send('POST', `/api/beneficiaries/${beneficiaryId}/personal-data`)
    expect(held.json).toMatchObject({ payouts: [{ request }] })
  })

  it('describes each field in OpenAPI: in an entry, in a saved one, and in the requests of all countries', async () => {
    const properties = z.record(z.string(), z.unknown())
    const document = z
      .object({ components: z.object({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }) })
      .parse((await app.get('/api/openapi.json')).json)
    const { schemas } = document.components
    for (const name of ['PayoutEntry', 'SavedEntry'])
      expect(Object.keys(properties.parse(schemas[name]?.properties))).toEqual(
        expect.arrayContaining(['method', ...Object.keys(fields)]),
      )
    for (const country of countryCodes) {
      const described = JSON.stringify(schemas[`PayoutRequest${country}`])
      expect(described.includes('favouriteColour')).toBe(fields === withMore)
      expect([described.includes('"currencyCode"'), described.includes('"CurrencyCode"')]).toEqual([
        spelling === 'currencyCode',
        spelling === 'CurrencyCode',
      ])
      const rules = (await app.get(`/api/rules/${country}`)).json
      expect(rules).toMatchObject({ requestSchema: { anyOf: expect.anything() } })
      expect(JSON.stringify(z.object({ requestSchema: z.unknown() }).parse(rules))).toContain(`"${spelling}"`)
    }
  })

  it.runIf(fields === withMore)(
    'masks, finds, hands over and erases a field that it does not know by name',
    async () => {
      const [{ beneficiaryId, sample } = { beneficiaryId: '', sample: undefined }] = paid
      const listed = await app.post('/api/beneficiary-searches', { text: 'ultramarine9876' })
      expect(listed.json).toMatchObject({ items: [] })
      for (const text of ['q ultramarine 9876', '9876']) {
        const { json, text: told } = await app.post('/api/payout-searches', { text, beneficiaryId })
        expect(json, sample?.name).toMatchObject({ items: [{ masked: { favouriteColour: '…9876' } }] })
        expect(told).not.toContain('ultramarine')
      }
      const held = await app.send('POST', `/api/beneficiaries/${beneficiaryId}/personal-data`)
      expect(held.json).toMatchObject({
        entry: { favouriteColour: colour },
        payouts: [{ entry: { favouriteColour: colour }, request: { favouriteColour: colour } }],
      })
      const { headers } = await app.get(`/api/beneficiaries/${beneficiaryId}`)
      const ifMatch = { 'if-match': String(headers.etag) }
      expect((await app.post(`/api/beneficiaries/${beneficiaryId}/erase`, { confirm: true }, ifMatch)).status).toBe(200)
      const after = await app.send('POST', `/api/beneficiaries/${beneficiaryId}/personal-data`)
      expect(after.json).toMatchObject({ entry: null, payouts: [{ entry: null, request: null }] })
      expect(after.text).not.toContain('ultramarine')
    },
  )
})

/** A choice for each field that takes one of a few codes, also where the sample does without. */
function firstChoices({ country, method }: SampleEntry): Record<string, string> {
  const chosen = Object.entries(fieldUses(country, method)).flatMap(([name, use]) => {
    const [first] = use?.use === 'asked' && use.rule.kind === 'code' ? use.rule.choices : []
    return first === undefined ? [] : [[name, first.code] as const]
  })
  return Object.fromEntries(chosen)
}

function textOf(value: PayoutRequest[string] = ''): string {
  return typeof value === 'number' ? decimalTextOf(value) : String(value)
}
