import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFile } from '#shared/files/testing/read-at-once.ts'
import { planOf } from '#shared/import/import-plan.ts'
import { matchColumns } from '#shared/import/match-columns.ts'
import { readRow } from '#shared/import/read-row.ts'
import { zeroedColumns } from '#shared/import/row-damage.ts'
import { beneficiaryPart, completeEntry, filledFields } from '#shared/payout/entry.ts'
import { textMeantBy } from '#shared/payout/request-csv.ts'
import { sampleEntries } from '#shared/testing/sample-entries.ts'
import { openBeneficiaryFile } from '../beneficiaries/beneficiary-file.ts'
import { souza } from '../testing/beneficiaries.ts'
import { confirmedIn } from '../testing/payouts.ts'
import { type Place, stores } from '../testing/stores.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

const file = '/api/beneficiary-file'

describe.each(stores)('The file of all beneficiaries on $name', ({ makePlace }) => {
  let place: Place
  let app: TestApp
  beforeAll(async () => {
    place = await makePlace()
    app = await startTestApp(place.environment)
  })
  afterAll(async () => {
    await app.stop()
    await place.remove()
  })

  async function enter(entry: object): Promise<string> {
    const path = '/api/beneficiaries'
    const first = await app.post(path, { entry, confirmed: [] })
    const answer = first.status === 409 ? await app.post(path, { entry, confirmed: confirmedIn(first) }) : first
    expect(answer.status, answer.text).toBe(201)
    return String(Object(answer.json).id)
  }

  async function bytesOf(format: 'csv' | 'xlsx'): Promise<Buffer> {
    const store = await place.open()
    const pieces: Buffer[] = []
    for await (const piece of (await openBeneficiaryFile(store, undefined, format)).pieces)
      pieces.push(Buffer.from(piece))
    await store.close()
    return Buffer.concat(pieces)
  }

  /** What an import of the file as it is would save. */
  async function importOf(format: 'csv' | 'xlsx') {
    const reading = await readFile(await bytesOf(format))
    if ('refusal' in reading) throw new Error(reading.refusal)
    const { rows } = reading.table
    const matching = matchColumns(rows.slice(0, 300))
    const plan = planOf(matching, { makes: 'beneficiaries', zeroed: zeroedColumns(rows, matching.columns) })
    return rows.slice(matching.firstRow).map((row) => {
      const { entry, reading: read, errors, damage } = readRow(row, plan)
      expect([errors, damage], JSON.stringify(row)).toEqual([[], []])
      return completeEntry({ ...entry, ...(read.country !== undefined && { method: read.method.id }) })
    })
  }

  /** The rows of a file by their headings, without what is empty. */
  async function rowsOf(format: 'csv' | 'xlsx') {
    const reading = await readFile(await bytesOf(format))
    if ('refusal' in reading) throw new Error(reading.refusal)
    const [head = [], ...rows] = reading.table.rows.map((row) =>
      row.map((cell) => (typeof cell === 'string' ? cell : (cell?.text ?? ''))),
    )
    const meant = format === 'csv' ? textMeantBy : (text: string) => text
    return rows.map((row) =>
      Object.fromEntries(row.flatMap((cell, at) => (cell === '' ? [] : [[head[at], meant(cell)]]))),
    )
  }

  it('has everyone in full in both formats, in more than one page, and none who was erased', async () => {
    const people = sampleEntries.map(({ entry, method }) =>
      beneficiaryPart(completeEntry({ ...entry, method: method.id })),
    )
    for (const entry of people) await enter(entry)
    for (let number = 0; number < 110; number += 1)
      await enter(
        souza({
          beneficiaryFirstName: `=Ana${'x'.repeat(number % 7)}`,
          accountNumber: `70${String(number).padStart(3, '0')}-1`,
        }),
      )
    const gone = await enter(souza({ documentNumber: '16899535009', accountNumber: '60606-1' }))
    expect(
      (
        await app.send('POST', `/api/beneficiaries/${gone}/erase`, {
          body: JSON.stringify({ confirm: true }),
          headers: { 'content-type': 'application/json', 'if-match': '"1"' },
        })
      ).status,
    ).toBe(200)
    for (const format of ['csv', 'xlsx'] as const) {
      const rows = await rowsOf(format)
      expect(rows).toHaveLength(people.length + 110)
      for (const entry of people) {
        const { method: _, ...fields } = filledFields(entry)
        expect(rows).toContainEqual({ ...fields, status: 'active' })
      }
      const imported = await importOf(format)
      for (const entry of people) expect(imported).toContainEqual(entry)
      expect(rows.filter(({ beneficiaryFirstName }) => beneficiaryFirstName?.startsWith('=Ana'))).toHaveLength(110)
    }
  })

  it('is entered in the audit log where it is fetched, and not where only its headers are', async () => {
    const entries = async () => (await app.get('/api/activity?action=beneficiaries.exported')).json
    const before = Object(await entries()).items.length
    await app.send('HEAD', `${file}?format=csv`)
    expect(Object(await entries()).items).toHaveLength(before)
    const { headers, text } = await app.get(`${file}?format=csv`)
    expect(text).toBe((await bytesOf('csv')).toString())
    expect(headers['content-disposition']).toMatch(/^attachment; filename="beneficiaries-[0-9-]{10}\.csv"$/)
    expect(Object(await entries()).items).toHaveLength(before + 1)
    expect((await app.get(`${file}?format=pdf`)).status).toBe(422)
  })
})
