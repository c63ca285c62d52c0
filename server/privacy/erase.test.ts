import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { beneficiaryReceiptSchema } from '#shared/api/beneficiary.ts'
import { type Entry, filledFields } from '#shared/payout/entry.ts'
import { enterJob, fillJob } from '../batch-validations/jobs.ts'
import { createBatch } from '../batches/batches.ts'
import { findOwnParts, saveSheetHead, saveSheetParts } from '../batches/sheet.ts'
import { findOne, searchBeneficiaries } from '../beneficiaries/find-beneficiaries.ts'
import { saveChange, saveNew, type Version } from '../beneficiaries/save-beneficiary.ts'
import { findOwnDraft, saveDraft as saveOwnDraft } from '../drafts/drafts.ts'
import { entryColumns, paymentColumns } from '../entry/entry-columns.ts'
import { deletePayout, insertPayout, type PayoutRow } from '../entry/payout-rows.ts'
import { insertExport } from '../exports/export-rows.ts'
import { addToExport } from '../exports/exported-payout-rows.ts'
import { payoutTerms } from '../payout-state/saved-payout.ts'
import { replaceTerms } from '../search/search-terms.ts'
import { readCheckpointFile } from '../store/audit/checkpoint-file.ts'
import { verifyAuditLog } from '../store/audit/verify-audit-log.ts'
import type { Store } from '../store/store.ts'
import { named, souza, writtenBeneficiary } from '../testing/beneficiaries.ts'
import { failureOf } from '../testing/client-under-test.ts'
import { fillBeneficiaries } from '../testing/many-beneficiaries.ts'
import { addPeople, memberOf } from '../testing/people.ts'
import { type Place, someStores, stores } from '../testing/stores.ts'
import { addValidation } from '../validations/validation-rows.ts'
import { createWrites } from '../writes/writes.ts'
import { eraseBeneficiary, personalData } from './person-data.ts'

const clerk = memberOf({ id: 'clerk-1', name: 'Clerk' })

/** Found nowhere else; all lower case, as some columns are folded. */
const entry = souza({ beneficiaryFirstName: 'Quetzala', beneficiaryLastName: 'Wurzelbrunn', city: 'Xanadupolis' })
const planted = ['quetzala', 'wurzelbrunn', 'xanadupolis', '11144477735', '111.444.777-35', '9876543', '987654-3']
const secrets = [...planted, 'ana.souza@', 'thank you note', 'https://hooks.example']

/** An unfinished form as the page keeps it. */
function form(values: object, chosenBeneficiary?: Version) {
  return { form: { country: 'CL', entries: { BR: values, CL: {} } }, confirmed: [], chosenBeneficiary }
}

const { country: _, ...typed } = entry

describe.each(stores)('erasing on $name', (kind) => {
  const { makePlace, name } = kind
  const itOnSome = it.runIf(someStores.includes(kind))
  let place: Place
  let store: Store
  beforeEach(async () => {
    place = await makePlace()
    store = await place.open()
    await addPeople(store, clerk, { id: 'clerk-2', name: 'Other Clerk' })
  })
  afterEach(async () => {
    await store.close()
    await place.remove()
  })

  const saveOf = (somebody: Entry) => store.write((tx) => saveNew(tx, clerk, writtenBeneficiary(tx, somebody)))
  const save = () => saveOf(entry)
  const change = (version: Version, to: Entry) =>
    store.write((tx) => saveChange(tx, clerk, version, writtenBeneficiary(tx, to)))
  const erase = (version: Version) => store.write((tx) => eraseBeneficiary(tx, clerk, version))

  async function pay(
    beneficiaryId: string,
    id: string,
    state: PayoutRow['state'],
    reference = `Wurzelbrunn ${id}`,
  ): Promise<void> {
    const { encryption } = store
    const encrypt = (column: string, text: string) => encryption.encrypt(text, { table: 'payouts', id, column })
    const at = '2026-11-21T12:00:00.000Z'
    const paid = {
      ...entry,
      amount: '150.5',
      currencyCode: 'BRL',
      PaymentReason: 'Thank you note for Quetzala',
      NotificationUrl: 'https://hooks.example/wurzelbrunn',
      externalReference: reference,
    }
    const row = {
      ...entryColumns(store, 'payouts', id, paid),
      ...paymentColumns(store, paid),
      id,
      name_key: 'quetzala wurzelbrunn',
      version: 3,
      state,
      beneficiary_id: beneficiaryId,
      beneficiary_version: 1,
      batch_id: null,
      batch_row: null,
      batch_hash: null,
      confirmed_encrypted: encrypt('confirmed_encrypted', '[]'),
      confirmed_count: 1,
      warnings_compliance: 0,
      warnings_serious: 1,
      warnings_minor: 0,
      warnings_unconfirmed: 0,
      request_encrypted: encrypt(
        'request_encrypted',
        JSON.stringify({ country: 'BR', beneficiaryFirstName: 'Quetzala' }),
      ),
      request_hash: 'hash',
      approved_hash: null,
      comment_encrypted: encrypt('comment_encrypted', 'Ask Quetzala again'),
      undo_encrypted: encrypt('undo_encrypted', '{"comment":"Quetzala again"}'),
      entered_by: '["clerk-1"]',
      details_hash: 'details',
      details_by: null,
      draft_id: null,
      created_at: at,
      created_by: clerk.id,
      updated_at: at,
      updated_by: clerk.id,
      submitted_at: at,
      submitted_by: clerk.id,
      decided_at: at,
      decided_by: 'clerk-2',
      approvals_count: 0,
      approvals_needed: 1,
      exported_at: state === 'exported' ? at : null,
      exported_version: state === 'exported' ? 1 : null,
      erased_at: null,
    }
    await store.write(async ({ db, audit }) => {
      await insertPayout({ db, encryption }, row)
      await replaceTerms(
        db,
        'payout',
        id,
        payoutTerms(store, { written: writtenBeneficiary(store, entry), beneficiaryId }),
      )
      await audit({ personId: clerk.id, action: 'payout.created', thing: { type: 'payout', id } })
    })
  }

  async function saveDraft(id: string, subjectId: string | null, content: object): Promise<void> {
    await saveOwnDraft(store, { id, personId: clerk.id, kind: 'payout', subjectId, content, revision: undefined })
  }

  async function saveValidation(beneficiaryId: string, id = 'check-1'): Promise<void> {
    const about = { id, beneficiary_id: beneficiaryId, service: 'identity', question_hash: 'keyed' } as const
    const place = { table: 'validations', id, column: 'reason_encrypted' }
    const reason_encrypted = store.encryption.encrypt('CUSTOMER_NOT_ALIVE', place)
    const result = { outcome: 'OK', ran: 1, reason_encrypted, correlation_id: 'c-1', request_id: 'r-1', attempts: 2 }
    const asked = { test_mode: 0, asked_by: clerk.id, asked_at: '2026-11-21T12:00:00.000Z' }
    await store.write(async ({ db, audit }) => {
      await addValidation(db, { ...about, ...result, ...asked })
      await audit({ personId: clerk.id, action: 'validation.asked', thing: { type: 'validation', id } })
    })
  }

  async function exportPayouts(id: string, payoutIds: readonly string[], state: PayoutRow['state'] = 'approved') {
    const made = { count: payoutIds.length, again: 0, totals: '[]', warnings: null, created_by: clerk.id }
    const created_at = '2026-11-21T13:00:00.000Z'
    const payouts = payoutIds.map((payoutId) => ({ id: payoutId, state }))
    await store.write(async ({ db, audit }) => {
      await insertExport(db, { id, format: 'csv', created_at, ...made })
      await addToExport(db, id, payouts)
      await audit({ personId: clerk.id, action: 'export.created', thing: { type: 'export', id } })
      await audit({ personId: 'clerk-2', action: 'export.downloaded', thing: { type: 'export', id } })
    })
  }

  /** Every table as text, and of SQLite all bytes of its files. */
  async function everythingKept(): Promise<string> {
    const tables = [
      'beneficiaries',
      'payouts',
      'search_terms',
      'validations',
      'drafts',
      'sheet_parts',
      'idempotency',
      'audit',
    ] as const
    const rows = await Promise.all(tables.map((table) => store.db.selectFrom(table).selectAll().execute()))
    return JSON.stringify(rows).toLowerCase()
  }
  const bytesOnDisk = () =>
    readdirSync(place.dataDirectory)
      .map((file) => readFileSync(join(place.dataDirectory, file), 'latin1'))
      .join()
      .toLowerCase()

  it('leaves nothing that identifies the person, and all that accounting needs', async () => {
    const saved = await save()
    await pay(saved.id, 'p-1', 'exported')
    await pay(saved.id, 'p-2', 'exported')
    expect(await everythingKept()).toContain('quetzala')
    expect(await erase(saved)).toEqual({ id: saved.id, version: 2, draftsOfOthers: 0 })

    const kept = await everythingKept()
    for (const secret of secrets) expect(kept, secret).not.toContain(secret)
    expect(await findOne(store, clerk, saved.id)).toMatchObject({
      name: 'Erased',
      version: 2,
      status: 'archived',
      country: 'BR',
      bankName: '',
      city: '',
      masked: {},
      erasedAt: expect.any(String),
    })
    const payouts = await store.db.selectFrom('payouts').selectAll().orderBy('id').execute()
    for (const payout of payouts) {
      expect(payout).toMatchObject({
        version: 4,
        amount: '150.5',
        currency_code: 'BRL',
        external_reference: expect.stringMatching(/^PD-/),
        submitted_at: '2026-11-21T12:00:00.000Z',
        confirmed_count: 1,
        confirmed_encrypted: null,
        request_encrypted: null,
        comment_encrypted: null,
        entry_encrypted: null,
        details_hash: null,
        erased_at: expect.any(String),
      })
    }
    expect(payouts.map(({ state }) => state)).toEqual(['exported', 'exported'])
    expect(await store.db.selectFrom('details_changes').selectAll().execute()).toEqual([])
    expect((await searchBeneficiaries(store, { text: 'quetzala' })).items).toEqual([])
    expect((await searchBeneficiaries(store, { text: '11144477735' })).items).toEqual([])
  })

  it('deletes the payouts that were never exported, as no one could remove them any more', async () => {
    const saved = await save()
    await pay(saved.id, 'p-1', 'draft')
    await pay(saved.id, 'p-2', 'returned')
    await pay(saved.id, 'p-3', 'exported')
    await erase(saved)
    expect(await store.db.selectFrom('payouts').select('id').execute()).toEqual([{ id: 'p-3' }])
    const deleted = store.db
      .selectFrom('audit')
      .select(['thing_id', 'person_id'])
      .where('action', '=', 'payout.deleted')
    expect(await deleted.orderBy('seq').execute()).toEqual([
      { thing_id: 'p-1', person_id: clerk.id },
      { thing_id: 'p-2', person_id: clerk.id },
    ])
  })

  it('leaves nothing of what was to be asked about payouts of a batch, be they there or deleted', async () => {
    const saved = await save()
    const states = { 'p-1': 'draft', 'p-2': 'exported', 'p-3': 'draft' } as const
    for (const [id, state] of Object.entries(states)) await pay(saved.id, id, state)
    const batchId = await store.write((tx) =>
      createBatch(tx, clerk, { name: 'July', source: { kind: 'api', name: null }, rowsGiven: null }),
    )
    const wish = { services: ['identity' as const], choice: 'all' as const, asksAgain: false, billed: 3 }
    const item = { service: 'identity', hash: 'keyed', testMode: false, reused: undefined } as const
    const prepared = { items: Object.keys(states).map((payoutId) => ({ ...item, payoutId })), refusal: undefined }
    const jobId = await store.write((tx) => enterJob(tx, clerk, batchId, wish, prepared))
    await fillJob(store, jobId, prepared)
    await store.write(({ db }) => deletePayout(db, 'p-3'))
    await erase(saved)
    const left = await store.db.selectFrom('validation_items').select(['question_hash', 'state']).execute()
    expect(left).toEqual(Array.from({ length: 3 }, () => ({ question_hash: '', state: 'outdated' })))
  })

  it('leaves nothing of what became of lists that are over', async () => {
    const saved = await save()
    const [due_at, created_at] = ['', '2026-11-20T00:00:00.000Z']
    const job = { kind: 'acts', about_id: '', person_id: clerk.id, count: 1, done: 1, failed: 1, bytes: 1 } as const
    const jobs = { over: created_at, current: null }
    for (const [id, ended_at] of Object.entries(jobs))
      await store.write(async ({ db }) => {
        const state = ended_at === null ? 'running' : 'done'
        const row = { ...job, id, state, due_at, created_at, ended_at, why: null, content_encrypted: '' } as const
        await db
          .insertInto('jobs')
          .values({ ...row, holder: 'other', lease_until: '9999' })
          .execute()
        for (const part of [0, -1]) {
          const content_encrypted = 'Quetzala'
          await db
            .insertInto('job_parts')
            .values({ id: `${id}-${part}`, job_id: id, part, content_encrypted })
            .execute()
        }
      })
    await erase(saved)
    const left = await store.db.selectFrom('job_parts').select('id').orderBy('id').execute()
    expect(left.map(({ id }) => id)).toEqual(['current--1', 'current-0', 'over-0'])
  })

  itOnSome('keeps a reference that the app made, and makes another for one that a person typed', async () => {
    const saved = await save()
    await pay(saved.id, 'p-1', 'exported', 'PD-7K3MX2QA')
    for (const [place, typed] of ['PD-Quetzala', 'PD-7K3MX2QA Wurzelbrunn', 'pd-7k3mx2qa', '7K3MX2QA'].entries())
      await pay(saved.id, `p-typed-${place}`, 'exported', typed)
    await erase(saved)
    const rows = await store.db.selectFrom('payouts').select(['id', 'external_reference']).orderBy('id').execute()
    const [made, ...others] = rows.map(({ external_reference }) => external_reference)
    expect(made).toBe('PD-7K3MX2QA')
    expect(new Set(others).size).toBe(4)
    for (const other of others) expect(other).toMatch(/^PD-[2-9A-HJ-NP-TW-Z]{8}$/)
  })

  it('leaves an audit log that still holds', async () => {
    const saved = await save()
    await pay(saved.id, 'p-1', 'exported')
    await erase(saved)
    const verdict = await verifyAuditLog(
      store.db,
      store.encryption,
      readCheckpointFile(place.dataDirectory)?.heads ?? [],
    )
    expect(verdict).toMatchObject({ holds: true })
    const last = await store.db.selectFrom('audit').selectAll().orderBy('seq', 'desc').executeTakeFirst()
    expect(last).toMatchObject({
      action: 'beneficiary.erased',
      thing_id: saved.id,
      facts: '{"draftsOfOthers":0,"payouts":1}',
    })
  })

  itOnSome('leaves nothing in the files, among many others and even while the store is open', async () => {
    await fillBeneficiaries(store, 400)
    const saved = await save()
    await fillBeneficiaries(store, 400)
    await pay(saved.id, 'p-1', 'exported')
    if (name === 'SQLite') expect(bytesOnDisk()).toContain('quetzala')
    await erase(saved)
    await store.wipe()
    const bytes = bytesOnDisk()
    expect(bytes.length).toBeGreaterThan(0)
    for (const secret of secrets) expect(bytes.includes(secret), secret).toBe(false)
  })

  itOnSome('waits for payouts that are in review or approved', async () => {
    const saved = await save()
    await pay(saved.id, 'p-1', 'in_review')
    await pay(saved.id, 'p-2', 'exported')
    await pay(saved.id, 'p-3', 'approved')
    const { code, particulars } = await failureOf(erase(saved))
    expect(code).toBe('OPEN_PAYOUTS')
    expect(particulars.ids).toEqual(['p-1', 'p-3'])
    expect((await findOne(store, clerk, saved.id)).erasedAt).toBeNull()
  })

  itOnSome('goes by the version that was shown', async () => {
    const saved = await save()
    await change(saved, { ...entry, city: 'Natal' })
    expect((await failureOf(erase(saved))).code).toBe('VERSION_CONFLICT')
  })

  itOnSome('happens once, and nothing can be changed after it', async () => {
    const erased = await erase(await save())
    expect((await failureOf(erase(erased))).code).toBe('ERASED')
    expect((await failureOf(change(erased, entry))).code).toBe('ERASED')
  })

  it('leaves the unfinished forms of other people as they are, and counts those that are not too old', async () => {
    const saved = await save()
    const others = [
      { id: 'edits-the-beneficiary', subjectId: saved.id, content: {} },
      { id: 'has-the-document', subjectId: null, content: form({ documentNumber: '11144477735' }) },
      { id: 'is-too-old', subjectId: saved.id, content: {} },
    ]
    for (const draft of others)
      await saveOwnDraft(store, { ...draft, personId: 'clerk-2', kind: 'payout', revision: undefined })
    const updated_at = '2020-01-01T00:00:00.000Z'
    await store.write(({ db }) => db.updateTable('drafts').set({ updated_at }).where('id', '=', 'is-too-old').execute())
    await saveDraft('own', saved.id, {})
    const before = store.db.selectFrom('drafts').selectAll().where('person_id', '=', 'clerk-2').orderBy('id')
    const theirs = (await before.execute()).filter(({ id }) => id !== 'is-too-old')
    expect(await personalData(store, clerk, saved.id)).toMatchObject({ drafts: [{}], draftsOfOthers: 2 })
    expect(await erase(saved)).toMatchObject({ draftsOfOthers: 2 })
    expect(await store.db.selectFrom('drafts').selectAll().orderBy('id').execute()).toEqual(theirs)
    for (const { id } of theirs)
      expect(await findOwnDraft(store, 'clerk-2', id)).toMatchObject({ id, content: expect.anything() })
  })

  it('takes along the unfinished forms about the person, and no others', async () => {
    const saved = await save()
    await pay(saved.id, 'p-1', 'returned')
    await pay(saved.id, 'p-2', 'exported')
    await saveDraft('edits-the-payout', 'p-1', {})
    await saveDraft('edits-the-beneficiary', saved.id, {})
    await saveDraft('has-chosen-the-beneficiary', null, form({}, { id: saved.id, version: 1 }))
    await saveDraft('has-the-document', null, form({ documentNumber: '111 444 777 35' }))
    await saveDraft('has-the-document-of-a-check', null, form({ validationDocumentNumber: '11144477735' }))
    const account = { ...typed, documentNumber: '', accountNumber: '9876543' }
    await saveDraft('has-the-account', null, form(account))
    await saveDraft('hides-the-account', null, form({ ...account, method: 'pix' }))
    await saveDraft('had-the-document', null, { ...form({}), base: entry })
    await saveDraft('about-somebody-else', 'p-9', form({ documentNumber: '52998224725' }, { id: 'b-9', version: 1 }))
    await saveDraft('about-another-account', null, form({ ...account, accountNumber: '1234567' }))
    await saveDraft('of-no-known-shape', null, { form: ['11144477735'], chosenBeneficiary: 7 })
    await erase(saved)
    const drafts = (await store.db.selectFrom('drafts').select('id').orderBy('id').execute()).map(({ id }) => id)
    expect(drafts).toEqual(['about-another-account', 'about-somebody-else', 'of-no-known-shape'])
    const terms = store.db.selectFrom('search_terms').select('thing_id').distinct().where('kind', '=', 'draft')
    expect(await terms.orderBy('thing_id').execute()).toEqual([
      { thing_id: 'about-another-account' },
      { thing_id: 'about-somebody-else' },
    ])
  })

  describe('Unfinished sheets', () => {
    const somebodyElse = {
      ...typed,
      documentNumber: '52998224725',
      accountNumber: '1234567',
      beneficiaryLastName: 'Lima',
    }
    // As a file says it: the country in words.
    const cellsOf = (values: object) => ({ ...filledFields(souza(values)), country: 'Brasil', TermsApproved: 'yes' })
    const cellsTexts = (values: object) =>
      Object.fromEntries(Object.entries(values).filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
    const rows = [
      { row: 1, cells: cellsOf({ ...entry }) },
      { row: 2, cells: cellsOf({ ...somebodyElse }), confirmed: [] },
      { row: 3, cells: cellsOf({ ...somebodyElse, documentNumber: '111 444 777 35' }) },
    ]

    async function begin(personId: string, given: readonly { row: number; cells: Record<string, string> }[] = rows) {
      const person = memberOf({ id: personId, name: personId })
      const batch = { name: 'July', source: { kind: 'file', name: null }, rowsGiven: 3 } as const
      const id = await store.write((tx) => createBatch(tx, person, batch))
      await saveSheetHead(store, person, { id, head: null, revision: undefined })
      await saveSheetParts(store, person, id, { parts: [{ part: 0, revision: 0, rows: [...given] }] })
      return id
    }
    const saved = async (id: string) => (await findOwnParts(store, clerk, id, 0)).parts

    it('The rows of a person are in their personal data, and an erasure takes their cells, and no others', async () => {
      const id = await begin(clerk.id)
      const beneficiary = await save()
      const { drafts } = await personalData(store, clerk, beneficiary.id)
      expect(drafts).toMatchObject([{ kind: 'sheet', content: [rows[0], rows[2]] }])
      await erase(beneficiary)
      const [, second] = rows
      expect(await saved(id)).toEqual([
        { part: 0, revision: 2, rows: [{ row: 1, cells: {} }, second, { row: 3, cells: {} }] },
      ])
    })

    itOnSome(
      'A row whose country cannot be read is found by a number of the person, in whatever column it is',
      async () => {
        const unreadable = [
          { row: 1, cells: { country: 'Atlantis', documentNumber: '111.444.777-35' } },
          { row: 2, cells: { city: 'CPF 11144477735', amount: '10' } },
          { row: 3, cells: { accountNumber: '987654-3' } },
          { row: 4, cells: { ...filledFields(souza(somebodyElse)), country: '', amount: '10' } },
          // The same number of another country belongs to another person.
          { row: 5, cells: { country: 'Mexico', documentNumber: '11144477735' } },
        ].map(({ row, cells }) => ({ row, cells: cellsTexts(cells) }))
        const id = await begin(clerk.id, unreadable)
        const beneficiary = await save()
        const { drafts } = await personalData(store, clerk, beneficiary.id)
        expect(drafts).toMatchObject([{ kind: 'sheet', content: unreadable.slice(0, 3) }])
        await erase(beneficiary)
        const [part] = await saved(id)
        expect(part?.rows).toEqual([...[1, 2, 3].map((row) => ({ row, cells: {} })), ...unreadable.slice(3)])
      },
    )

    it('The sheets of others stay, and are counted', async () => {
      await begin('clerk-2')
      const beneficiary = await save()
      const before = await store.db.selectFrom('sheet_parts').selectAll().execute()
      expect(await personalData(store, clerk, beneficiary.id)).toMatchObject({ drafts: [], draftsOfOthers: 1 })
      expect(await erase(beneficiary)).toMatchObject({ draftsOfOthers: 1 })
      expect(await store.db.selectFrom('sheet_parts').selectAll().execute()).toEqual(before)
    })
  })

  itOnSome('finds a form by an account that the person had before', async () => {
    const saved = await save()
    await pay(saved.id, 'p-1', 'exported')
    const { id, version } = await change(saved, { ...entry, accountNumber: '11111-1' })
    await saveDraft('has-the-account-of-before', null, form({ ...typed, documentNumber: '' }))
    await erase({ id, version })
    expect(await store.db.selectFrom('drafts').select('id').execute()).toEqual([])
  })

  it('leaves under a key what came of it, so that a repeat does not enter the person again', async () => {
    const writes = createWrites(store)
    const intent = { key: 'key-1', personId: clerk.id, route: 'POST /api/beneficiaries', body: { entry } }
    const enter = () =>
      writes.once(intent, beneficiaryReceiptSchema, async (tx) => {
        const { id, version } = await saveNew(tx, clerk, writtenBeneficiary(tx, entry))
        return { body: { id, version }, version }
      })
    const { version = 0 } = await enter()
    const [row] = (await searchBeneficiaries(store, { text: 'quetzala' })).items
    await erase({ id: row?.id ?? '', version })
    expect(await enter()).toMatchObject({ body: { id: row?.id, version: 1 }, isReplay: true })
    expect((await searchBeneficiaries(store, { text: 'quetzala' })).items).toEqual([])
  })

  describe('what is held about one person', () => {
    it('comes whole, in clear, and is audited', async () => {
      const saved = await save()
      await pay(saved.id, 'p-1', 'exported')
      const other = await saveOf(named('Kofi', 'Mensah'))
      await pay(other.id, 'p-9', 'exported')
      await exportPayouts('x-1', ['p-9', 'p-1'])
      await exportPayouts('x-2', ['p-1'], 'exported')
      await exportPayouts('x-9', ['p-9'], 'exported')
      await saveValidation(saved.id)
      await saveValidation(other.id, 'check-9')
      await saveDraft('d-1', saved.id, { city: 'Natal' })
      const data = await personalData(store, clerk, saved.id)
      expect(data.entry).toEqual(filledFields(entry))
      expect(data.payouts).toMatchObject([
        {
          id: 'p-1',
          entry: { ...filledFields(entry), amount: '150.5' },
          request: { beneficiaryFirstName: 'Quetzala' },
          comment: 'Ask Quetzala again',
        },
      ])
      const check = {
        id: 'check-1',
        service: 'identity',
        outcome: 'OK',
        ran: true,
        correlationId: 'c-1',
        reason: 'CUSTOMER_NOT_ALIVE',
      }
      const asked = { requestId: 'r-1', attempts: 2, testMode: false, at: '2026-11-21T12:00:00.000Z', by: clerk.id }
      expect(data.validations).toEqual([{ ...check, ...asked }])
      const sent = { at: '2026-11-21T13:00:00.000Z', by: clerk.id, format: 'csv' }
      expect(data.exports).toEqual([
        { id: 'x-1', ...sent },
        { id: 'x-2', ...sent },
      ])
      expect(data.drafts).toMatchObject([{ content: { city: 'Natal' } }])
      expect(data.activity.map(({ action, thing }) => `${action} ${thing.id}`)).toEqual([
        `beneficiary.created ${saved.id}`,
        'payout.created p-1',
        'export.created x-1',
        'export.downloaded x-1',
        'export.created x-2',
        'export.downloaded x-2',
        'validation.asked check-1',
        `beneficiary.exported ${saved.id}`,
      ])
    })

    it('is ids, dates and amounts after an erasure', async () => {
      const saved = await save()
      await pay(saved.id, 'p-1', 'exported')
      await saveValidation(saved.id)
      await erase(saved)
      const data = await personalData(store, clerk, saved.id)
      expect(data).toMatchObject({ entry: null, payouts: [{ entry: null, request: null, comment: null }] })
      expect(data.validations).toMatchObject([{ outcome: 'OK', reason: null }])
      for (const secret of secrets) expect(JSON.stringify(data).toLowerCase(), secret).not.toContain(secret)
    })
  })

  itOnSome('answers NOT_FOUND for a beneficiary who does not exist', async () => {
    expect((await failureOf(erase({ id: 'nobody', version: 1 }))).code).toBe('NOT_FOUND')
    expect((await failureOf(personalData(store, clerk, 'nobody'))).code).toBe('NOT_FOUND')
  })
})
