import { describe, expect, it } from 'vitest'
import { batchSchema } from '#shared/api/batch.ts'
import {
  type BatchRows,
  type BatchSubmission,
  checkedRowsSchema,
  savedRowsSchema,
  submittedPayoutsSchema,
} from '#shared/api/batch-rows.ts'
import { warningsSchema } from '#shared/api/beneficiary.ts'
import { exportSchema } from '#shared/api/export.ts'
import { type ReceivedIssue, warningId } from '#shared/api/issue.ts'
import { type Payout, payoutSchema, revealedPayoutSchema } from '#shared/api/payout.ts'
import { problemSchema } from '#shared/api/problem.ts'
import type { RawEntry } from '#shared/payout/entry.ts'
import type { Store } from '../store/store.ts'
import { lookThrough } from '../testing/batch-review.ts'
import { nthRow } from '../testing/many-rows.ts'
import { approve } from '../testing/payouts.ts'
import { someStores } from '../testing/stores.ts'
import type { TestApp } from '../testing/test-app.ts'
import { withApp } from '../testing/with-app.ts'

describe.each(someStores)('many payouts of a batch on $name', ({ makePlace }) => {
  let app: TestApp
  let store: Store
  withApp(makePlace, (running) => {
    app = running.app
    store = running.store
  })

  let used = 5_000
  const fresh = (): RawEntry => {
    used += 1
    return nthRow(used)
  }
  const begin = async () => {
    const write = { name: 'July', source: { kind: 'api', name: null }, rowsGiven: null }
    return batchSchema.parse((await app.post('/api/batches', write)).json).id
  }
  const save = async (id: string, rows: BatchRows['rows']) => {
    const { json, text } = await app.post(`/api/batches/${id}/rows`, { rows }, key())
    const saved = savedRowsSchema.parse(json).rows
    return saved.map((one) => {
      if ('payout' in one) return one.payout
      throw new Error(text)
    })
  }
  const key = () => ({ 'idempotency-key': crypto.randomUUID() })
  const rowsOf = (...entries: readonly RawEntry[]) => entries.map((entry, i) => ({ row: i + 1, entry, confirmed: [] }))
  const submit = async (id: string, payouts: BatchSubmission['payouts'], headers = key()) => {
    const { json, status, text } = await app.post(`/api/batches/${id}/submit`, { payouts }, headers)
    if (status !== 200) throw new Error(text)
    return submittedPayoutsSchema.parse(json).payouts
  }
  const seen = (
    payouts: readonly { id: string; version: number }[],
    confirmed: BatchSubmission['payouts'][number]['confirmed'] = [],
  ) => payouts.map(({ id, version }) => ({ id, version, confirmed }))
  const find = async (id: string): Promise<Payout> => payoutSchema.parse((await app.get(`/api/payouts/${id}`)).json)
  const check = async (...entries: readonly RawEntry[]) => {
    const rows = entries.map((entry, i) => ({ row: i + 1, entry }))
    return checkedRowsSchema.parse((await app.post('/api/batch-checks', { rows })).json).rows
  }

  it('What was decided about a damaged value is a warning of its payout: on it, in the review of its batch, in its export, with who decided', async () => {
    const entry: RawEntry = { ...nthRow(6_001), externalReference: 'decided' }
    const to = String(entry.accountNumber)
    const decided = { field: 'accountNumber', column: 'Cuenta', from: to.slice(2), taken: 'probable' } as const
    const typed = { ...decided, from: '7.27E+20', taken: 'typed' } as const
    const id = await begin()
    const rows = [
      { row: 1, entry, confirmed: [], decided: [decided] },
      { row: 2, entry: nthRow(6_006), confirmed: [] },
      { row: 3, entry: nthRow(6_011), confirmed: [], decided: [typed] },
    ]
    const payouts = await save(id, rows)
    const [first, second, third] = payouts
    expect((await find(first?.id ?? '')).warnings).toEqual({ compliance: 0, serious: 0, minor: 1, unconfirmed: 0 })
    expect((await find(second?.id ?? '')).warnings).toMatchObject({ minor: 0 })
    expect((await find(third?.id ?? '')).warnings).toMatchObject({ minor: 1, unconfirmed: 0 })
    await submit(id, seen(payouts))
    const bruno = app.as('Bruno Lima')
    const revealed = revealedPayoutSchema.parse((await bruno.post(`/api/payouts/${first?.id}/reveal`, {})).json)
    expect(revealed.warnings).toMatchObject([
      {
        field: 'accountNumber',
        code: 'changed_by_import',
        params: { column: 'Cuenta', from: to.slice(2), to, taken: 'probable' },
        confirmedBy: { name: 'Ana Souza' },
      },
    ])
    const { lines } = await lookThrough(bruno, id)
    const line = lines.find((one) => one.id === first?.id)
    expect(line?.warnings).toMatchObject([{ code: 'changed_by_import', isConfirmed: true }])
    // Who may see no account in full learns no more of it by this.
    expect(JSON.stringify(line)).not.toContain(to.slice(2))
    const approved = await approve(bruno, await find(first?.id ?? ''))
    const made = exportSchema.parse(
      (await app.post('/api/exports', { payoutIds: [approved.id], format: 'json', again: false })).json,
    )
    const { text } = await app.get(`/api/exports/${made.id}/confirmations`)
    expect(text).toContain('changed_by_import')
    expect(text).toContain('Cuenta')
    expect(text).not.toContain(to.slice(2))
  })

  it('POST /api/batch-checks shows who is saved with exactly the details of a row, and who would be new', async () => {
    const [known, other] = [fresh(), fresh()]
    const [saved] = await save(await begin(), rowsOf(known))
    const { beneficiaryId, name } = await find(saved?.id ?? '')
    const again = { ...known, externalReference: 'again' }
    expect((await check(again, other)).map(({ beneficiary }) => beneficiary)).toEqual([
      { id: beneficiaryId, version: 1, name },
      null,
    ])
  })

  it('POST /api/batch-checks raises what the form would be told, and writes nothing but that it was asked', async () => {
    const entry = nthRow(10_000)
    await save(await begin(), rowsOf(entry))
    const rows = [entry, { ...entry, beneficiaryLastName: 'Outra' }, { ...fresh(), amount: 'a lot' }, { country: 'XX' }]
    const count = async () =>
      (await store.db.selectFrom('audit').select('action').execute()).filter(
        ({ action }) => action !== 'numbers.searched',
      ).length
    const before = await count()
    const checked = await check(...rows)
    expect(await count()).toBe(before)
    const alone = rows.map(async (one, place) => {
      const beneficiaryId = checked[place]?.beneficiary?.id
      const { json, status } = await app.post('/api/payout-warnings', {
        entry: one,
        ...(beneficiaryId && { beneficiaryId }),
      })
      return status === 200 ? warningsSchema.parse(json).warnings : []
    })
    expect(checked.map(({ warnings }) => warnings)).toEqual(await Promise.all(alone))
    expect(checked.map(({ warnings }) => warnings.map(({ code }) => code))).toMatchObject([
      ['duplicate_payout'],
      ['duplicate_payout', 'same_beneficiary'],
      [],
      [],
    ])
  })

  it('payouts of a batch are sent to review together, as each would be by itself', async () => {
    const id = await begin()
    const saved = await save(id, rowsOf(fresh(), fresh(), fresh()))
    const sent = await submit(id, seen(saved.slice(0, 2)))
    expect(sent).toEqual(saved.slice(0, 2).map((payout) => ({ id: payout.id, version: 2 })))
    const [third] = saved.slice(2)
    await app.post(`/api/payouts/${third?.id}/submit`, undefined, { 'if-match': '"1"' })
    const payouts = await Promise.all(saved.map((payout) => find(payout.id)))
    expect(payouts.map(({ state, submittedBy }) => [state, submittedBy?.name])).toEqual(
      saved.map(() => ['in_review', 'Ana Souza']),
    )
    const entries = saved.map(async (payout) => {
      const { text } = await app.get(`/api/activity?thing=${payout.id}&action=payout.submitted`)
      // Of each other hashes, as many as its account can be written, and another amount: each pays another person.
      return JSON.parse(text).items.map(({ facts }: { facts: { payees: readonly string[] } }) => ({
        ...facts,
        payees: facts.payees.length > 0,
        amount: '',
        currencyCode: '',
      }))
    })
    const [first, second, alone] = await Promise.all(entries)
    expect([first, second]).toEqual([alone, alone])
  })

  it('a payout that cannot be sent is refused by itself, and confirming its warnings sends it', async () => {
    const id = await begin()
    const twice = fresh()
    const saved = await save(id, rowsOf(twice, { ...twice, externalReference: 'twice' }, fresh()))
    const [stranger] = await save(await begin(), rowsOf(fresh()))
    const given = [...seen(saved.slice(0, 2)), { ...seen(saved)[2]!, version: 9 }, ...seen([stranger!])]
    const problems = (await submit(id, given)).map((one) => ('problem' in one ? one.problem : undefined))
    expect(problems.map((problem) => problem?.code)).toEqual([
      'WARNINGS_UNCONFIRMED',
      'WARNINGS_UNCONFIRMED',
      'VERSION_CONFLICT',
      'NOT_FOUND',
    ])
    const confirmed = (problems[1]?.warnings ?? []).map((warning: ReceivedIssue) => ({
      warningId: warningId(warning),
      reason: 'Two months at once',
    }))
    expect(await submit(id, seen(saved.slice(1, 2), confirmed))).toEqual([{ id: saved[1]?.id, version: 2 }])
    const { text } = await app.get(`/api/payouts/${saved[1]?.id}`)
    expect(JSON.parse(text)).toMatchObject({
      warnings: { unconfirmed: 0 },
      confirmations: [{ code: 'duplicate_payout', reason: 'Two months at once', by: { name: 'Ana Souza' } }],
    })
  })

  it('sending payouts once more answers the same, under the key of before or another', async () => {
    const id = await begin()
    const payouts = seen(await save(id, rowsOf(fresh(), fresh())))
    const headers = key()
    const first = await submit(id, payouts, headers)
    expect(await submit(id, payouts, headers)).toEqual(first)
    expect(await submit(id, payouts)).toEqual(first)
    const other = await app.post(`/api/batches/${id}/submit`, { payouts: payouts.slice(1) }, headers)
    expect(problemSchema.parse(other.json).code).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  it('of two payouts with other details for one beneficiary, the review of the first speaks against the second', async () => {
    const id = await begin()
    const entry = fresh()
    const [first] = await save(id, rowsOf(entry))
    const { beneficiaryId } = await find(first?.id ?? '')
    const once = { id: beneficiaryId, version: 1, once: true }
    const [second] = await save(id, [
      {
        row: 2,
        entry: { ...entry, beneficiaryFirstName: 'Outra', externalReference: 'other', amount: '3' },
        beneficiary: once,
        confirmed: [],
      },
    ])
    const [, refused] = await submit(id, seen([first!, second!]))
    const codes = refused !== undefined && 'problem' in refused ? refused.problem.warnings?.map(({ code }) => code) : []
    expect(codes).toEqual(['details_changed', 'details_once'])
  })
})
