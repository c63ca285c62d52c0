import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { beneficiaryPageSchema } from '#shared/api/beneficiary.ts'
import { exportFormats, exportPageSchema } from '#shared/api/export.ts'
import type { Payout } from '#shared/api/payout.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import { type FieldUse, fieldUses } from '#shared/payout/field-uses.ts'
import {
  fieldNames,
  fieldOf,
  isFieldName,
  isRequestField,
  isSecretField,
  requestFields,
} from '#shared/payout/fields.ts'
import { type SampleEntry, sampleEntries } from '#shared/testing/sample-entries.ts'
import { offerBankValidation, offerIdentityValidation } from '#shared/validation/validation-offer.ts'
import { backup, rotateKey } from '../programs/data-programs.ts'
import { openStore } from '../store/open-store.ts'
import { type Canaries, canariesOf, samplesWithCanaries, traceOf, withDecoded } from '../testing/canaries.ts'
import { keptFiles } from '../testing/kept-files.ts'
import { approve, enter, payoutIn, payoutWrite, reveal, step } from '../testing/payouts.ts'
import { openAllEncrypted } from '../testing/seed-encrypted.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

/** A beneficiary of each country and method, with a canary in every field, and payouts to them in every state. */
interface Planted {
  readonly sample: SampleEntry
  readonly beneficiaryId: string
  readonly payouts: readonly Payout[]
  /** What each payout was saved with. */
  readonly canaries: readonly Canaries[]
  /** In addition to the fields: why a payout was returned. */
  readonly comment: string
}

const folder = mkdtempSync(join(tmpdir(), 'payout-app-canaries-'))
const dataDirectory = join(folder, 'data')
const settings = { DATA_DIR: dataDirectory, LOG_LEVEL: 'trace' }
let app: TestApp
let planted: readonly Planted[]
let logged = ''

beforeAll(async () => {
  mkdirSync(dataDirectory)
  vi.stubEnv('DATA_DIR', dataDirectory)
  app = await startTestApp(settings)
  const done: Planted[] = []
  const reviewer = app.as('Berta Lima')
  for (const sample of samplesWithCanaries()) done.push(await plant(sample, reviewer))
  planted = done
})
afterAll(async () => {
  await stop()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

it('Canaries: The canaries reach every field that is not a choice, an amount or a flag', () => {
  const reached = new Set(planted.flatMap(({ canaries }) => canaries.flatMap((fields) => Object.keys(fields))))
  const kinds = requestFields.flatMap((field) =>
    reached.has(field) ? [] : sampleEntries.flatMap(({ country, method }) => kindOf(fieldUses(country, method)[field])),
  )
  expect(kinds.filter((kind) => !['none', 'country', 'code', 'bank', 'flag', 'amount'].includes(kind))).toEqual([])
  expect(fieldNames.filter((field) => isSecretField(field) && !reached.has(field))).toEqual([])
})

it('Canaries: A reveal and an exported file hold every canary, or the searches below would prove nothing', async () => {
  const exported = (await exportedFiles()).join()
  for (const { payouts, canaries } of planted) {
    for (const [place, { id, state }] of payouts.entries()) {
      const { text } = await app.post(`/api/payouts/${id}/reveal`, {})
      for (const [field, canary] of Object.entries(canaries[place] ?? {})) {
        expect(text, field).toContain(canary)
        if (state === 'exported' && isRequestField(field)) expect(exported, field).toContain(canary)
      }
    }
  }
})

it('Canaries: No list and no receipt shows a secret field, but its end', async () => {
  const secrets = secretTraces()
  const answers: Answer[] = []
  for (const { sample, beneficiaryId, canaries, payouts } of planted) {
    const { country } = sample
    const [own = {}] = canaries
    const query = { text: own.beneficiaryLastName, limit: 100 }
    const listed = await app.post('/api/beneficiary-searches', query)
    const paid = await app.post('/api/payout-searches', { beneficiaryId, country: country.code })
    const shown = [...beneficiaryPageSchema.parse(listed.json).items, ...payoutPageSchema.parse(paid.json).items]
    expect(shown).toHaveLength(1 + payouts.length)
    const ends = Object.entries(own).filter(([field]) => isSecretField(field))
    for (const [place, { masked }] of shown.entries()) {
      // The list of beneficiaries comes first, and has nothing of a payment.
      const expected =
        place > 0 ? ends : ends.filter(([field]) => isFieldName(field) && fieldOf(field).of === 'beneficiary')
      expect(Object.keys(masked).toSorted()).toEqual(expected.map(([field]) => field).toSorted())
      for (const [field, canary] of expected)
        expect(Object.entries(masked)).toContainEqual([
          field,
          field === 'email' ? `${canary[0]}…@example.com` : `…${canary.slice(canary.length > 8 ? -4 : -2)}`,
        ])
    }
    const texts = ends.map(([, text]) => text)
    for (const text of texts) answers.push(await app.post('/api/beneficiary-searches', { text }))
    answers.push(listed, paid, await app.get(`/api/beneficiaries/${beneficiaryId}`))
    for (const { id } of payouts) answers.push(await app.get(`/api/payouts/${id}`))
    for (const address of [`/api/beneficiaries/${beneficiaryId}/validations`, `/api/activity?thing=${beneficiaryId}`])
      answers.push(await app.get(address))
  }
  for (const address of ['/api/exports', '/api/overview', '/api/activity', '/metrics'])
    answers.push(await app.get(address))
  const told = answers.map(({ status, headers, text }) => `${status} ${JSON.stringify(headers)} ${text}`).join()
  expect(found(secrets, told)).toEqual([])
  for (const service of ['identity', 'bank']) expect(told).toContain(`"service":"${service}"`)
  expect(answers.every(({ status }) => status === 200)).toBe(true)
})

it('Canaries: But for names and references nothing of an entry is in clear text in the database, its log or a backup', async () => {
  const names = planted.map(({ canaries }) => canaries[0]?.beneficiaryLastName?.toLowerCase() ?? '')
  for (const bytes of [keptFiles(dataDirectory), await newBackup()]) {
    expect(names.filter((name) => !bytes.includes(name))).toEqual([])
    expect(found(encryptedTraces(), bytes)).toEqual([])
  }
  expect(missing(encryptedTraces(), await encryptedValues())).toEqual([])
  expect(readdirSync(dataDirectory).some((name) => name.endsWith('-wal'))).toBe(true)
})

it('Canaries: The log has no name and nothing that was typed, also where a request was refused', async () => {
  for (const { canaries } of planted) {
    const [own = {}] = canaries
    const values = Object.values(own)
    for (const value of values) {
      await app.post('/api/payout-previews', { ...own, country: value, [value]: value })
      await app.get(`/api/payouts/${encodeURIComponent(value)}?${encodeURIComponent(value)}=1`)
    }
    await app.post('/api/payouts', { entry: own, [values[0] ?? '']: own })
    await app.post('/api/payouts', { entry: { ...own, [values[0] ?? '']: own }, confirmed: [], submit: false })
    await app.send('POST', '/api/payouts', {
      headers: { 'content-type': 'application/json' },
      body: `{"${values.join()}`,
    })
  }
  expect(app.logged().split('\n').length).toBeGreaterThan(planted.length * 30)
  expect(found(allTraces(), app.logged())).toEqual([])
})

it('Canaries: After the data key was changed, everything decrypts and nothing is in clear text', async () => {
  await stop()
  const { isDone, text } = await rotateKey()
  expect(text).toContain('with it alone')
  expect(isDone).toBe(true)
  expect(found(encryptedTraces(), keptFiles(dataDirectory))).toEqual([])
  app = await startTestApp(settings)
  for (const { payouts, canaries } of planted) {
    const { request } = await reveal(app, payouts[0]?.id ?? '')
    expect(Object.values(request)).toContain(canaries[0]?.PaymentReason)
  }
  expect(found(encryptedTraces(), keptFiles(dataDirectory))).toEqual([])
  expect(found(encryptedTraces(), await newBackup())).toEqual([])
})

it('Canaries: After an erasure nothing of the person is left in the database, encrypted or not, in a new backup, a list, an export or the log', async () => {
  for (const { beneficiaryId, payouts } of planted) {
    for (const payout of payouts.filter(({ state }) => state === 'in_review'))
      expect((await step(app, payout, 'withdraw')).status).toBe(200)
    const { headers } = await app.get(`/api/beneficiaries/${beneficiaryId}`)
    const erased = await app.post(
      `/api/beneficiaries/${beneficiaryId}/erase`,
      { confirm: true },
      { 'if-match': String(headers.etag) },
    )
    expect(erased.status, erased.text).toBe(200)
  }
  const traces = allTraces()
  const lists = [
    await app.post('/api/beneficiary-searches', { limit: 100, status: 'archived' }),
    await app.post('/api/payout-searches', { limit: 100 }),
    await app.get('/api/drafts'),
    await app.get('/api/activity'),
  ]
  expect(payoutPageSchema.parse(lists[1]?.json).items).toHaveLength(planted.length)
  expect(found(traces, lists.map(({ text }) => text).join())).toEqual([])
  expect(found(traces, (await exportedFiles()).join())).toEqual([])
  await expect.poll(() => found(traces, keptFiles(dataDirectory))).toEqual([])
  expect(found(traces, await newBackup())).toEqual([])
  expect(found(traces, await encryptedValues())).toEqual([])
  await stop()
  expect(found(traces, keptFiles(dataDirectory))).toEqual([])
  expect(found(traces, logged)).toEqual([])
})

const states = ['draft', 'in_review', 'returned', 'exported'] as const

/** Adds a beneficiary with canaries, validates and pays them, and leaves a form about them unfinished. */
async function plant(sample: SampleEntry, reviewer: Visitor): Promise<Planted> {
  const comment = `Qcomment${randomUUID()}`
  const canaries = states.map((_, turn) => canariesOf(sample, turn))
  const payouts: Payout[] = []
  for (const [turn, state] of states.entries()) {
    const filled = { ...sample, entry: { ...sample.entry, ...canaries[turn] } }
    const [first] = payouts
    const beneficiary = first && { beneficiary: { id: first.beneficiaryId, version: 1 } }
    const entered = await enter(app, payoutWrite(filled, { ...beneficiary, submit: state !== 'draft' }))
    payouts.push(await bringTo(state, entered, reviewer, comment))
  }
  const beneficiaryId = payouts[0]?.beneficiaryId ?? ''
  await validate(sample, { ...sample.entry, ...canaries[0] }, beneficiaryId)
  const draft = { kind: 'payout', subjectId: beneficiaryId, content: { form: canaries[0], comment } }
  expect((await app.put(`/api/drafts/${randomUUID()}`, draft, { 'if-none-match': '*' })).status).toBe(200)
  return { sample, beneficiaryId, payouts, canaries, comment }
}

async function bringTo(
  state: (typeof states)[number],
  payout: Payout,
  reviewer: Visitor,
  comment: string,
): Promise<Payout> {
  if (state === 'returned') return payoutIn(await step(reviewer, payout, 'return', { comment }))
  if (state !== 'exported') return payout
  const { id } = await approve(reviewer, payout)
  const exported = await app.post('/api/exports', { payoutIds: [id], format: 'json', again: false })
  expect(exported.status, exported.text).toBe(201)
  return payoutIn(await app.get(`/api/payouts/${id}`))
}

/** Asks the sandbox for both validations, where there are any. */
async function validate(
  { country, method }: SampleEntry,
  entry: SampleEntry['entry'],
  beneficiaryId: string,
): Promise<void> {
  const identity = offerIdentityValidation(country, entry)
  const bank = offerBankValidation(country, entry, method, {
    validationDocumentNumber: String(entry.validationDocumentNumber),
  })
  for (const [service, offer] of Object.entries({ identity, bank })) {
    if (offer.state !== 'ready') continue
    const asked = await app.post(`/api/${service}-validations`, { ...offer.request, beneficiaryId })
    expect(asked.status, asked.text).toBe(200)
  }
}

/** Every export in every format. */
async function exportedFiles(): Promise<readonly string[]> {
  const { items } = exportPageSchema.parse((await app.get('/api/exports')).json)
  expect(items).toHaveLength(planted.length)
  const files: string[] = []
  for (const { id } of items)
    for (const format of exportFormats) files.push((await app.get(`/api/exports/${id}/file?format=${format}`)).text)
  return files
}

/** Where each canary was typed, by what of it must be found nowhere. */
function tracesOf(isMeant: (field: string) => boolean): ReadonlyMap<string, string> {
  const found = planted.flatMap(({ sample, canaries }) =>
    canaries.flatMap((fields) =>
      Object.entries(fields).flatMap(([field, canary]) =>
        isMeant(field) ? [[traceOf(field, canary), `${sample.name} ${field}`] as const] : [],
      ),
    ),
  )
  return new Map(found)
}

function secretTraces(): ReadonlyMap<string, string> {
  return tracesOf((field) => isSecretField(field))
}

/** What is found in clear neither by its name nor as a column of lists. */
function encryptedTraces(): ReadonlyMap<string, string> {
  return tracesOf((field) => {
    if (!isFieldName(field)) return true
    const { search, isInList } = fieldOf(field)
    return search !== 'name' && isInList === undefined
  })
}

function allTraces(): ReadonlyMap<string, string> {
  const comments = planted.map(({ sample, comment }) => [comment.toLowerCase(), `${sample.name} comment`] as const)
  return new Map([...tracesOf(() => true), ...comments])
}

/** Where the canaries were typed that the text contains. */
function found(traces: ReadonlyMap<string, string>, text: string): readonly string[] {
  const searched = withDecoded(text).toLowerCase()
  return [...traces].filter(([trace]) => searched.includes(trace)).map(([, where]) => where)
}

function missing(traces: ReadonlyMap<string, string>, text: string): readonly string[] {
  const searched = text.toLowerCase()
  return [...traces].filter(([trace]) => !searched.includes(trace)).map(([, where]) => where)
}

/** All that anyone who has the key can read of the encrypted columns. */
async function encryptedValues(): Promise<string> {
  const store = await openStore({ databaseUrl: undefined, dataDirectory }, () => new Date())
  const opened = await openAllEncrypted(store)
  await store.close()
  return opened.join()
}

async function newBackup(): Promise<string> {
  const file = join(folder, `backup-${randomUUID()}`)
  expect(await backup([file], { postgresPrograms: undefined })).toMatchObject({ isDone: true })
  return readFileSync(file, 'latin1')
}

/** Ends the server, and keeps what it has logged. */
async function stop(): Promise<void> {
  if (app.logged() !== '' && !logged.endsWith(app.logged())) {
    await app.stop()
    logged += app.logged()
  }
}

function kindOf(use: FieldUse): string {
  return use.use === 'asked' ? use.rule.kind : 'none'
}
