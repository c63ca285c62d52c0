import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Payout } from '#shared/api/payout.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import { problemSchema } from '#shared/api/problem.ts'
import { beneficiaryPart } from '#shared/payout/entry.ts'
import { runs } from '#shared/testing/runs.ts'
import {
  approve,
  brazil,
  changed,
  confirmedIn,
  confirming,
  enter,
  payoutIn,
  payoutWrite,
  reveal,
  type SampleWrite,
  sampleNamed,
  step,
} from '../testing/payouts.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

let app: TestApp
let ana: Visitor
let bruno: Visitor

beforeAll(async () => {
  app = await startTestApp()
  ana = app
  bruno = app.as('Bruno Lima')
})

afterAll(() => app.stop())

function problemIn({ json }: Answer) {
  return problemSchema.parse(json)
}

/** A payout write of its own: no other payout has its amount, so that nothing looks like a duplicate. */
function fresh(sample = brazil, amount = String(amounts.next().value)) {
  return changed(payoutWrite(sample), { amount })
}

const amounts = Array.from({ length: 1000 }, (_, place) => 1001 + place).values()

function put(person: Visitor, { id, version }: { id: string; version: number }, write: object) {
  return person.put(`/api/payouts/${id}`, write, { 'if-match': `"${version}"` })
}

async function inReview(write = fresh()) {
  return payoutIn(await step(ana, await enter(ana, write), 'submit'))
}

/** What an editor sends that changes nothing. */
async function unchanged(id: string, person = ana): Promise<SampleWrite> {
  const { beneficiary, entry } = await reveal(person, id)
  return { beneficiary, entry: { ...entry }, confirmed: [], submit: false }
}

it('POST /api/payouts reports every error of an entry at once, each at its place', async () => {
  const wrong = { documentNumber: 'abc', amount: '0', NotificationUrl: 'nowhere' }
  const answer = await ana.post('/api/payouts', { ...changed(fresh(), wrong), submit: true })
  expect(answer.status).toBe(422)
  expect(problemIn(answer).errors?.map(({ pointer }) => pointer)).toEqual([
    '#/entry/documentNumber',
    '#/entry/amount',
    '#/entry/NotificationUrl',
  ])
})

it.each([
  ['country', { country: 'XX', method: 'bank' }],
  ['method', { country: 'BR', method: 'cci' }],
])('POST /api/payouts knows no such %s', async (field, entry) => {
  const answer = await ana.post('/api/payouts', changed(fresh(), entry))
  expect(problemIn(answer).code).toBe('FIELDS_INVALID')
  expect(problemIn(answer).errors?.[0]?.pointer).toBe(`#/entry/${field}`)
})

it('POST /api/payouts makes a reference that cannot be misread where none is given', async () => {
  const [one, other] = [await enter(ana, fresh()), await enter(ana, fresh())]
  expect(one.externalReference).toMatch(/^PD-[2-9A-HJKMNP-TW-Z]{8}$/)
  expect(other.externalReference).not.toBe(one.externalReference)
})

it('POST /api/payout-references names the other payout that has a reference, never the own one', async () => {
  const externalReference = `R-${crypto.randomUUID()}`
  const { id } = await enter(ana, changed(payoutWrite(), { externalReference }))
  const ask = async (body: object) => (await bruno.post('/api/payout-references', body)).json
  expect(await ask({ externalReference })).toEqual({ payoutId: id })
  expect(await ask({ externalReference, payoutId: id })).toEqual({ payoutId: null })
  expect(await ask({ externalReference: `${externalReference}-2` })).toEqual({ payoutId: null })
})

it('POST /api/payouts refuses a reference that another payout has', async () => {
  const first = await enter(ana, changed(fresh(), { externalReference: 'INV-77' }))
  const answer = await ana.post('/api/payouts', changed(fresh(), { externalReference: ' INV-77' }))
  expect(problemIn(answer)).toMatchObject({
    code: 'REFERENCE_TAKEN',
    errors: [
      {
        pointer: '#/entry/externalReference',
        params: { payoutId: first.id },
        detail: expect.stringContaining('Choose another, or leave it empty.'),
      },
    ],
  })
})

it('POST /api/payouts shows of what is encrypted only the end, and the amount as it is sent', async () => {
  const write = fresh(sampleNamed('Mexico'))
  const { masked, amount, name } = await enter(ana, changed(write, { amount: '$ 2,500.50' }))
  expect(amount).toBe('2500.5')
  expect(name).toBe('Ana Souza Peña')
  expect(masked.accountNumber).toBe(`…${String(write.entry.accountNumber).slice(-4)}`)
})

it('POST /api/payouts ends the unfinished form that it came from', async () => {
  const id = '5b0a9a5e-7c37-4a4e-9f0e-0f6a8f3f5a11'
  const form = { kind: 'payout', subjectId: null, content: {} }
  expect((await ana.put(`/api/drafts/${id}`, form, { 'if-none-match': '*' })).status).toBeLessThan(300)
  await enter(ana, { ...fresh(), draft: { id, revision: 1 } })
  expect((await ana.get(`/api/drafts/${id}`)).status).toBe(404)
})

it('POST /api/payouts leaves an unfinished form that went on elsewhere', async () => {
  const id = crypto.randomUUID()
  const address = `/api/drafts/${id}`
  const keep = (content: string, headers: Record<string, string>) =>
    ana.put(address, { kind: 'payout', subjectId: null, content }, headers)
  await keep('here', { 'if-none-match': '*' })
  await keep('on another device', { 'if-match': '"1"' })
  const entered = await enter(ana, { ...fresh(), draft: { id, revision: 1 } })
  expect((await ana.get(address)).json).toMatchObject({ content: 'on another device' })
  const edit = await unchanged(entered.id)
  expect((await put(ana, entered, { ...edit, draft: { id, revision: 1 } })).status).toBe(200)
  expect((await ana.get(address)).status).toBe(200)
  expect((await put(ana, { ...entered, version: 2 }, { ...edit, draft: { id, revision: 2 } })).status).toBe(200)
  expect((await ana.get(address)).status).toBe(404)
})

it('POST /api/payouts is one intent from whichever unfinished form it is sent', async () => {
  const write = fresh()
  const key = { 'idempotency-key': crypto.randomUUID() }
  const confirmed = await confirming(ana, write)
  const send = (draft: object) => ana.post('/api/payouts', { ...write, confirmed, draft }, key)
  const first = await send({ id: crypto.randomUUID(), revision: 3 })
  const again = await send({ id: crypto.randomUUID(), revision: 1 })
  expect(payoutIn(again).id).toBe(payoutIn(first).id)
})

it('POST /api/payouts pays an amount with three decimals as it is, also when it is read again', async () => {
  const write = changed(fresh(), { amount: '7.123' })
  const draft = await enter(ana, write)
  expect(draft.amount).toBe('7.123')
  expect((await step(ana, draft, 'submit')).status).toBe(200)
  expect((await reveal(ana, draft.id)).request.amount).toBe(7.123)
})

it('POST /api/payouts makes one payout of all that are sent at once under one key', async () => {
  const write = fresh()
  const confirmed = await confirming(ana, write)
  const send = () => ana.post('/api/payouts', { ...write, confirmed }, { 'idempotency-key': 'one-intent' })
  const answers = await Promise.all(Array.from({ length: runs(1000) }, send))
  expect(new Set(answers.map((answer) => payoutIn(answer).id)).size).toBe(1)
  const found = await ana.post('/api/payout-searches', { text: payoutIn(answers[0]!).externalReference })
  expect(found.json).toMatchObject({ items: [{ id: payoutIn(answers[0]!).id }] })
})

describe('The beneficiary of a payout', () => {
  it('The beneficiary of a payout is saved where it is new, and stays in the payout as it was when it is changed elsewhere', async () => {
    const draft = await enter(ana, fresh())
    const { entry } = await reveal(ana, draft.id)
    const edited = { ...beneficiaryPart(entry), city: 'Olinda' }
    const answer = await ana.put(
      `/api/beneficiaries/${draft.beneficiaryId}`,
      { entry: edited, confirmed: await twins(edited, draft.beneficiaryId) },
      { 'if-match': '"1"' },
    )
    expect(answer.status).toBe(200)
    expect((await reveal(ana, draft.id)).entry).toEqual(entry)
  })

  /** The samples of these tests are all alike, so each is warned of. */
  async function twins(entry: object, beneficiaryId?: string) {
    return confirmedIn(await ana.post('/api/payout-warnings', { entry, beneficiaryId }))
  }

  it('The beneficiary of a payout changes with the payout, unless it was changed since', async () => {
    const draft = await enter(ana, fresh())
    const write = await unchanged(draft.id)
    const moved = changed(write, { city: 'Natal' })
    const confirmed = await twins(moved.entry, draft.beneficiaryId)
    const saved = payoutIn(await put(ana, draft, { ...moved, confirmed }))
    expect((await reveal(ana, draft.id)).beneficiary).toEqual({ id: draft.beneficiaryId, version: 2 })
    const stale = await put(ana, saved, changed(write, { city: 'Salvador' }))
    expect(problemIn(stale)).toMatchObject({ code: 'VERSION_CONFLICT', ids: [draft.beneficiaryId] })
  })

  it('The beneficiary of a payout is not touched by an edit that leaves who is paid as the payout has it', async () => {
    const draft = await enter(ana, fresh())
    const moved = changed(await unchanged(draft.id), { city: 'Belém' })
    const confirmed = await twins(moved.entry, draft.beneficiaryId)
    const newer = payoutIn(await put(ana, draft, { ...moved, confirmed }))
    const beneficiary = { id: draft.beneficiaryId, version: 2 }
    const other = await enter(ana, { ...changed(fresh(), { city: 'Manaus' }), beneficiary })
    const kept = payoutIn(await put(ana, newer, changed(await unchanged(draft.id), { amount: '31' })))
    expect(kept.amount).toBe('31')
    expect((await reveal(ana, other.id)).beneficiary?.version).toBe(3)
  })
})

it('Warnings have all to be confirmed before a payout goes to review, and say who confirmed them', async () => {
  const write = fresh()
  const first = await enter(ana, write)
  const refused = await ana.post('/api/payouts', { ...write, submit: true })
  expect(problemIn(refused)).toMatchObject({ code: 'WARNINGS_UNCONFIRMED' })
  expect(problemIn(refused).warnings?.map(({ code }) => code)).toContain('duplicate_payout')
  const confirmed = await confirming(ana, write)
  const sent = payoutIn(await ana.post('/api/payouts', { ...write, submit: true, confirmed }))
  const duplicate = (await reveal(bruno, sent.id)).warnings.find(({ code }) => code === 'duplicate_payout')
  expect(duplicate).toMatchObject({
    params: { payoutId: first.id, at: first.createdAt },
    confirmedBy: { name: 'Ana Souza' },
    confirmedAt: sent.submittedAt,
  })
})

it('Warnings stay confirmed by who confirmed them when another person edits, and only while they are about the same', async () => {
  const write = fresh()
  await enter(ana, write)
  const second = await enter(ana, write)
  const { warnings } = await reveal(bruno, second.id)
  const edit = { ...(await unchanged(second.id)), confirmed: confirmedIn({ json: { warnings } }) }
  const edited = payoutIn(await put(bruno, second, edit))
  const who = (await reveal(bruno, second.id)).warnings.map(({ confirmedBy }) => confirmedBy?.name)
  expect(who).toEqual(warnings.map(() => 'Ana Souza'))
  const other = payoutIn(await put(bruno, edited, changed(edit, { amount: '99887' })))
  expect([edited.warnings.serious, other.warnings.serious]).toEqual([1, 0])
})

it('Warnings keep the reason of a confirmation until the same person or another gives a new one', async () => {
  const write = fresh()
  await enter(ana, write)
  const [one, ...others] = await confirming(ana, write)
  const confirmed = [{ warningId: one?.warningId ?? '', reason: 'Two instalments.' }, ...others]
  const second = payoutIn(await ana.post('/api/payouts', { ...write, confirmed }))
  const shown = async () =>
    (await reveal(ana, second.id)).warnings.map(({ reason, confirmedBy }) => [reason, confirmedBy?.name])
  expect(await shown()).toContainEqual(['Two instalments.', 'Ana Souza'])
  const edit = { ...(await unchanged(second.id)), confirmed: await confirming(bruno, write) }
  const edited = payoutIn(await put(bruno, second, edit))
  expect(await shown()).toContainEqual(['Two instalments.', 'Ana Souza'])
  await put(bruno, edited, {
    ...edit,
    confirmed: [{ warningId: one?.warningId ?? '', reason: 'Three instalments.' }, ...others],
  })
  expect(await shown()).toContainEqual(['Three instalments.', 'Bruno Lima'])
  expect((await shown()).some(([reason]) => reason === null)).toBe(others.length > 0)
})

it('Warnings of a duplicate that comes later are seen by who reviews', async () => {
  const write = fresh()
  const first = await inReview(write)
  const second = await enter(ana, write)
  const { warnings } = await reveal(bruno, first.id)
  expect(warnings).toContainEqual(
    expect.objectContaining({
      code: 'duplicate_payout',
      params: { payoutId: second.id, at: second.createdAt },
      confirmedBy: null,
    }),
  )
})

it('Warnings do not count what was deleted, another amount, or another account', async () => {
  const write = fresh()
  const draft = await enter(ana, write)
  expect((await ana.delete(`/api/payouts/${draft.id}`, { 'if-match': '"1"' })).status).toBe(204)
  const others = [write, fresh(), fresh(sampleNamed('Mexico'), String(write.entry.amount))]
  for (const { entry } of others) {
    const { json } = await ana.post('/api/payout-warnings', { entry })
    expect(JSON.stringify(json)).not.toContain('duplicate_payout')
  }
})

it('An approval is stale when the payout was edited after it was shown', async () => {
  const sent = await inReview()
  const { requestHash, warningsHash, version } = await reveal(bruno, sent.id)
  const confirmed = confirmedIn({ json: await reveal(ana, sent.id) })
  const edit = { ...changed(await unchanged(sent.id), { amount: '5' }), confirmed, submit: true }
  const edited = payoutIn(await put(ana, sent, edit))
  expect(edited.state).toBe('in_review')
  for (const seen of [version, edited.version]) {
    const answer = await step(bruno, { id: sent.id, version: seen }, 'approve', {
      requestHash,
      warningsHash,
      confirmed: [],
    })
    expect(problemIn(answer)).toMatchObject({ status: 409, code: 'APPROVAL_STALE' })
  }
})

it('An approval is gone after any edit, even one that changes nothing', async () => {
  const sent = await inReview()
  const approved = await approve(bruno, sent)
  expect(approved.actions).toContain('export')
  const edited = payoutIn(await put(ana, approved, await unchanged(sent.id)))
  expect(edited).toMatchObject({ state: 'draft', decidedBy: null, submittedAt: null })
  const answer = await ana.post('/api/exports', { payoutIds: [sent.id], format: 'json', again: false })
  expect(problemIn(answer)).toMatchObject({ code: 'STATE_CONFLICT', ids: [sent.id] })
})

it('No one who ever changed a payout can approve it, by any path', async () => {
  const sent = await inReview()
  const edited = payoutIn(await put(bruno, sent, await unchanged(sent.id, bruno)))
  expect(edited.enteredBy.map(({ name }) => name)).toEqual(['Ana Souza', 'Bruno Lima'])
  const confirmed = confirmedIn({ json: await reveal(ana, sent.id) })
  const again = payoutIn(await put(ana, edited, { ...(await unchanged(sent.id)), confirmed, submit: true }))
  for (const person of [ana, bruno]) {
    const { requestHash, warningsHash } = await reveal(person, sent.id)
    for (const act of ['approve', 'return']) {
      const body = act === 'approve' ? { requestHash, warningsHash, confirmed: [] } : { comment: 'No.' }
      expect(problemIn(await step(person, again, act, body))).toMatchObject({ status: 403, code: 'OWN_ENTRY' })
    }
    expect(payoutIn(await person.get(`/api/payouts/${sent.id}`)).actions).not.toContain('approve')
  }
  expect((await approve(app.as('Carla Dias'), sent)).state).toBe('approved')
})

it('An approval needs the version that was shown', async () => {
  const sent = await inReview()
  const { requestHash, warningsHash } = await reveal(bruno, sent.id)
  const none = await bruno.post(`/api/payouts/${sent.id}/approve`, { requestHash, warningsHash, confirmed: [] })
  expect(problemIn(none).code).toBe('VERSION_REQUIRED')
  const old = await step(bruno, { id: sent.id, version: sent.version - 1 }, 'approve', {
    requestHash,
    warningsHash,
    confirmed: [],
  })
  expect(problemIn(old)).toMatchObject({ code: 'VERSION_CONFLICT', ids: [sent.id] })
})

it('A payout that was returned is as any other once it is approved', async () => {
  const returned = payoutIn(await step(bruno, await inReview(), 'return', { comment: 'Split it.' }))
  expect(returned.updatedBy).toEqual(returned.decidedBy)
  const again = payoutIn(await step(ana, returned, 'submit'))
  const carla = app.as('Carla Dias')
  expect(await approve(carla, again)).toMatchObject({ comment: null, decidedBy: { name: 'Carla Dias' } })
})

it('A payout that was returned says why, when and by whom until it is approved, and can be deleted', async () => {
  const sent = await inReview()
  const returned = payoutIn(await step(bruno, sent, 'return', { comment: 'The account is closed.' }))
  expect(returned).toMatchObject({
    state: 'returned',
    comment: 'The account is closed.',
    decidedBy: { name: 'Bruno Lima' },
  })
  const again = payoutIn(await step(ana, returned, 'submit'))
  const returnedBefore = { comment: 'The account is closed.', decidedBy: { name: 'Bruno Lima' } }
  expect(again).toMatchObject({ state: 'in_review', ...returnedBefore, decidedAt: returned.decidedAt })
  expect((await ana.delete(`/api/payouts/${sent.id}`, { 'if-match': `"${again.version}"` })).status).toBe(409)
  const withdrawn = payoutIn(await step(ana, again, 'withdraw'))
  expect(withdrawn).toMatchObject({ state: 'draft', ...returnedBefore })
  expect((await ana.delete(`/api/payouts/${sent.id}`, { 'if-match': `"${withdrawn.version}"` })).status).toBe(204)
  expect((await ana.get(`/api/payouts/${sent.id}`)).status).toBe(404)
})

it('The audit log has each action on a payout, without its content', async () => {
  const sent = await inReview()
  await approve(bruno, sent)
  const { json, text } = await ana.get(`/api/activity?thing=${sent.id}`)
  const actions = JSON.stringify(json).match(/payout\.\w+/g)
  expect(actions).toEqual(['payout.approved', 'payout.revealed', 'payout.submitted', 'payout.created'])
  expect(text).not.toContain(String(brazil.entry.accountNumber ?? brazil.entry.recipientPixKey))
})

it('The audit log has the old and the new amount and state of a changed payout', async () => {
  const sent = await inReview()
  const write = changed(await unchanged(sent.id), { amount: '77.5' })
  const { status } = await put(ana, { id: sent.id, version: sent.version }, write)
  expect(status).toBe(200)
  const { json } = await ana.get(`/api/activity?thing=${sent.id}&action=payout.changed`)
  const amount = { from: { amount: sent.amount, currencyCode: 'BRL' }, to: { amount: '77.5', currencyCode: 'BRL' } }
  expect(json).toMatchObject({ items: [{ facts: { from: 'in_review', state: 'draft', amount } }] })
})

describe('POST /api/payout-searches', () => {
  const search = async (body: object, person = ana) => {
    const { json, status } = await person.post('/api/payout-searches', body)
    expect(status).toBe(200)
    return json
  }

  it.each([
    ['words of the name, whatever their case and accents', 'ZÉFERINO'],
    ['the beginnings of words', 'zef yans'],
    ['the whole document, however it is written', '529982247-25'],
    ['the last four of the document', '4725'],
    ['the reference', 'inv-zef'],
    ['the amount, grouped by dots', '7.654,32'],
    ['the amount, grouped by commas', '7,654.32'],
    ['the amount with its currency', 'R$ 7654,32'],
  ])('POST /api/payout-searches finds by %s', async (_, text) => {
    const sample = sampleNamed('Brazil')
    const write = changed(fresh(sample), {
      beneficiaryFirstName: 'Zeferino',
      beneficiaryLastName: 'Yanssen',
      documentType: '1',
      documentNumber: '52998224725',
      amount: '7654.32',
      externalReference: 'INV-ZEF-1',
    })
    const found = JSON.stringify(await search({ text: 'zeferino' }))
    if (!found.includes('Yanssen')) await enter(ana, write)
    expect(await search({ text })).toMatchObject({ items: [{ name: 'Zeferino Yanssen' }], nextCursor: null })
  })

  it('POST /api/payout-searches finds nothing by a value that no payout has', async () => {
    expect(await search({ text: 'nobody at all' })).toEqual({ items: [], nextCursor: null, totals: null })
    expect(await search({ text: '%' })).toEqual({ items: [], nextCursor: null, totals: null })
  })

  it('POST /api/payout-searches goes through all pages, the newest change first, none twice', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: { items: readonly Payout[]; nextCursor: string | null } = payoutPageSchema.parse(
        await search({ limit: 7, ...(cursor && { cursor }) }),
      )
      seen.push(...page.items.map(({ id, updatedAt }) => `${updatedAt} ${id}`))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(seen.length).toBeGreaterThan(20)
    expect(seen).toEqual([...new Set(seen)].toSorted().toReversed())
  })

  it('POST /api/payout-searches refuses a cursor that it never gave', async () => {
    const answer = await ana.post('/api/payout-searches', { cursor: 'abc' })
    expect(problemIn(answer)).toMatchObject({ code: 'FIELDS_INVALID', errors: [{ pointer: '#/cursor' }] })
  })

  it('POST /api/payout-searches lists what a person may approve, as the overview counts it', async () => {
    const own = await inReview()
    for (const person of [ana, bruno, app.as('Carla Dias')]) {
      const page = JSON.stringify(await search({ toReview: true, limit: 100 }, person))
      const { json } = await person.get('/api/overview')
      expect(json).toMatchObject({ toReview: page.split('"in_review"').length - 1 })
      expect(page.includes(own.id)).toBe(person !== ana)
    }
  })

  it('GET /api/overview counts as to finish only what a person entered themselves, until it is sent', async () => {
    const toFinish = async () => {
      const overviews = [ana, bruno].map(async (person) => (await person.get('/api/overview')).json)
      return (await Promise.all(overviews)).map((json) => Object(json).toFinish)
    }
    const [own, ofOther] = await toFinish()
    const draft = await enter(ana, fresh(sampleNamed('Brazil')))
    expect(await toFinish()).toEqual([own + 1, ofOther])
    await step(ana, draft, 'submit')
    expect(await toFinish()).toEqual([own, ofOther])
  })

  it('POST /api/payout-searches lists what has waited longest first to who reviews, page by page', async () => {
    const sent = [await inReview(), await inReview(), await inReview()]
    const seen: string[] = []
    let cursor: string | null | undefined
    while (cursor !== null) {
      const page: { items: readonly Payout[]; nextCursor: string | null } = payoutPageSchema.parse(
        await search({ toReview: true, limit: 2, ...(cursor && { cursor }) }, bruno),
      )
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.slice(-3)).toEqual(sent.map(({ id }) => id))
  })

  it('POST /api/payout-searches sorts by amount, page by page, and adds up all that match on the first page alone', async () => {
    const { beneficiaryId } = await enter(ana, changed(fresh(sampleNamed('Ghana')), { amount: '2.5' }))
    const beneficiary = { id: beneficiaryId, version: 1 }
    const amounts = ['12', '100.25', '9.75', '0.5', '1000']
    for (const amount of amounts) await enter(ana, { ...changed(fresh(sampleNamed('Ghana')), { amount }), beneficiary })
    const asked = { beneficiaryId, sort: 'amount', amount: { currencyCode: 'GHS', min: '2.50', max: '100.25' } }
    const first = payoutPageSchema.parse(await search({ ...asked, totals: true, limit: 3 }))
    expect(first.items.map(({ amount }) => amount)).toEqual(['100.25', '12', '9.75'])
    expect(first.totals).toEqual([{ currencyCode: 'GHS', amount: '124.50', count: 4 }])
    const second = payoutPageSchema.parse(await search({ ...asked, totals: true, limit: 3, cursor: first.nextCursor }))
    expect(second.items.map(({ amount }) => amount)).toEqual(['2.5'])
    expect(second).toMatchObject({ nextCursor: null, totals: null })
    expect(await search({ ...asked, amount: { currencyCode: 'BRL' } })).toMatchObject({ items: [] })
  })

  it('POST /api/payout-searches sorts by name, whatever its case and accents, from A to Z unless asked otherwise', async () => {
    const named = (beneficiaryFirstName: string) =>
      changed(fresh(sampleNamed('Ghana')), { beneficiaryFirstName, beneficiaryLastName: 'Quartey' })
    for (const name of ['Ábena', 'zoe', 'Kwame']) await enter(ana, named(name))
    const names = (page: unknown) => payoutPageSchema.parse(page).items.map(({ name }) => name)
    const inOrder = ['Ábena Quartey', 'Kwame Quartey', 'zoe Quartey']
    expect(names(await search({ text: 'quartey', sort: 'name' }))).toEqual(inOrder)
    expect(names(await search({ text: 'quartey', sort: 'name', direction: 'desc' }))).toEqual(inOrder.toReversed())
  })

  it('POST /api/payout-searches finds what a person entered, sent or decided, and what changed in a span of time', async () => {
    const sent = await inReview()
    await approve(bruno, sent)
    const ofPerson = async (personId: string | undefined, span = {}) =>
      payoutPageSchema
        .parse(await search({ beneficiaryId: sent.beneficiaryId, personId, ...span }))
        .items.map(({ id }) => id)
    const { decidedBy, createdBy, updatedAt } = payoutIn(await ana.get(`/api/payouts/${sent.id}`))
    expect(await ofPerson(createdBy.id)).toEqual([sent.id])
    expect(await ofPerson(decidedBy?.id)).toEqual([sent.id])
    expect(await ofPerson('somebody-else')).toEqual([])
    expect(await ofPerson(undefined, { from: updatedAt })).toEqual([sent.id])
    expect(await ofPerson(undefined, { to: updatedAt })).toEqual([])
  })

  it('POST /api/payout-searches filters by state, country and beneficiary', async () => {
    const [draft] = [await enter(ana, fresh(sampleNamed('Ghana')))]
    const { beneficiaryId } = draft
    expect(await search({ beneficiaryId, state: 'draft', country: 'GH' })).toMatchObject({ items: [{ id: draft.id }] })
    expect(await search({ beneficiaryId, state: 'approved' })).toMatchObject({ items: [] })
    expect(await search({ beneficiaryId, country: 'KE' })).toMatchObject({ items: [] })
  })
})

it('What differs from the last payout to the same beneficiary is shown field by field, and null for the first', async () => {
  const first = await inReview()
  expect((await reveal(bruno, first.id)).sinceLastPayout).toBeNull()
  await approve(bruno, first)
  await ana.post('/api/exports', { payoutIds: [first.id], format: 'json', again: false })
  const { beneficiary } = await reveal(ana, first.id)
  const second = await enter(ana, { ...changed(fresh(), { city: 'Porto' }), beneficiary })
  const before = first.amount
  expect((await reveal(bruno, second.id)).sinceLastPayout).toMatchObject({
    payoutId: first.id,
    differences: [
      { field: 'city', now: 'Porto' },
      { field: 'amount', before, now: second.amount },
    ],
  })
})
