import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activityPageSchema } from '#shared/api/activity.ts'
import { batchSchema } from '#shared/api/batch.ts'
import { savedRowsSchema } from '#shared/api/batch-rows.ts'
import { beneficiaryReceiptSchema, oneBeneficiarySchema, revealedSchema } from '#shared/api/beneficiary.ts'
import { onePayoutSchema, type Payout, payoutFormSchema, revealedPayoutSchema } from '#shared/api/payout.ts'
import { problemSchema } from '#shared/api/problem.ts'
import { newTokenSchema } from '#shared/api/tokens.ts'
import { type Entry, filledFields } from '#shared/payout/entry.ts'
import { sessionCookieName } from '../http/cookies.ts'
import { readConfig } from '../settings/config.ts'
import type { Store } from '../store/store.ts'
import { souza } from '../testing/beneficiaries.ts'
import { confirmAll } from '../testing/confirmed.ts'
import { memberSession, type NewMember } from '../testing/members.ts'
import { approve, confirmedIn, payoutIn, step } from '../testing/payouts.ts'
import { type Place, someStores, stores } from '../testing/stores.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'
import { tokenWrite } from '../testing/tokens.ts'

/* Who sees which secret value in full: who reviews all of them, who enters what they typed, and no other person any. */

describe.each(stores)('reveals on $name', (kind) => {
  const { makePlace } = kind
  const itOnSome = it.runIf(someStores.includes(kind))
  let place: Place
  let app: TestApp
  let store: Store
  let ana: Visitor
  let bea: Visitor
  let remo: Visitor

  const settings = () => ({ ...place.environment, SIGN_IN: 'accounts' })

  beforeAll(async () => {
    place = await makePlace()
    app = await startTestApp(settings())
    store = await place.open()
    ana = await app.asMember({ name: 'Ana Souza', roles: ['clerk'] })
    bea = await app.asMember({ name: 'Bea Lima', roles: ['clerk'] })
    remo = await app.asMember({ name: 'Remo Dias', roles: ['reviewer'] })
  })

  afterAll(async () => {
    await store.close()
    await app.stop()
    await place.remove()
  })

  const codeOf = ({ status, json }: Answer) => (status < 400 ? status : problemSchema.parse(json).code)

  /** A session whose proof is six minutes old. */
  const stale = async (member: NewMember): Promise<Visitor> => {
    const before = await place.open(() => new Date(Date.now() - 6 * 60_000))
    const token = await memberSession(before, readConfig(settings()), member)
    await before.close()
    const cookie = { cookie: `${sessionCookieName(new URL(app.url).host)}=${token}` }
    const nobody = app.asNobody()
    return {
      ...nobody,
      get: (path, headers) => nobody.get(path, { ...cookie, ...headers }),
      post: (path, body, headers) => nobody.post(path, body, { ...cookie, ...headers }),
    }
  }

  let count = 0
  /** A beneficiary with numbers that no other has. */
  const newPayee = () => {
    count += 1
    const number = String(10_000_000 + count * 7)
    return souza({
      documentNumber: cpfOf(100_000_000 + count * 13),
      accountNumber: `${number}-1`,
      email: `q${number}@example.com`,
    })
  }
  const secretsOf = ({ documentNumber, accountNumber, accountAgencyNumber, email }: Entry) => ({
    documentNumber,
    accountNumber,
    accountAgencyNumber,
    email,
  })

  /** Sends once more with all warnings confirmed. */
  const confirmed = async (send: (confirmed: object) => Promise<Answer>): Promise<Answer> => {
    const first = await send([])
    return first.status === 409 && codeOf(first) === 'WARNINGS_UNCONFIRMED' ? send(confirmedIn(first)) : first
  }

  const saved = async (entry = newPayee(), by = ana) => {
    const answer = await confirmed((confirmed) => by.post('/api/beneficiaries', { entry, confirmed }))
    expect(answer.status, answer.text).toBe(201)
    return { entry, ...beneficiaryReceiptSchema.parse(answer.json) }
  }
  const paying = async (
    { id, version }: { readonly id: string; readonly version: number },
    by: Visitor,
    typed: object = {},
    more: object = {},
  ): Promise<Payout> => {
    const write = { entry: { amount: '1', currencyCode: 'BRL', ...typed }, beneficiary: { id, version, once: true } }
    return payoutIn(
      await confirmed((confirmed) => by.post('/api/payouts', { ...write, confirmed, submit: false, ...more })),
    )
  }
  const reveal = (by: Visitor, { id }: Pick<Payout, 'id'>) => by.post(`/api/payouts/${id}/reveal`, {})
  const revealBook = (by: Visitor, id: string) => by.post(`/api/beneficiaries/${id}/reveal`, { purpose: 'view' })
  const holdsNone = (answer: Answer, entry: Entry) => {
    for (const secret of Object.values(secretsOf(entry)))
      if (secret.length > 4) expect(answer.text).not.toContain(secret)
  }

  it('who drafts a payout to a saved beneficiary reads none of the details that were filled in', async () => {
    const payee = await saved()
    const draft = await paying(payee, bea)
    const shown = await reveal(bea, draft)
    expect(codeOf(shown)).toBe('NOT_PERMITTED')
    holdsNone(shown, payee.entry)
    expect(codeOf(await revealBook(bea, payee.id))).toBe('NOT_PERMITTED')
    const gone = await bea.delete(`/api/payouts/${draft.id}`, { 'if-match': `"${draft.version}"` })
    expect(gone.status).toBe(204)
  })

  itOnSome('who takes a draft over, or changes its amount alone, reads nothing of what a colleague typed', async () => {
    const payee = await saved()
    const taken = payoutIn(await step(bea, await paying(payee, ana), 'take-over'))
    expect(taken.enteredBy.map(({ name }) => name)).toEqual(['Ana Souza', 'Bea Lima'])
    const changed = await paying(payee, ana)
    const put = await bea.put(
      `/api/payouts/${changed.id}`,
      { entry: { amount: '2', currencyCode: 'BRL' }, confirmed: [], submit: false },
      { 'if-match': `"${changed.version}"` },
    )
    expect(put.status, put.text).toBe(200)
    for (const payout of [taken, changed]) {
      const shown = await reveal(bea, payout)
      expect(codeOf(shown)).toBe('NOT_PERMITTED')
      holdsNone(shown, payee.entry)
      expect(revealedPayoutSchema.parse((await reveal(ana, payout)).json).entry).toMatchObject(secretsOf(payee.entry))
    }
  })

  itOnSome('who changes the city of a saved beneficiary reads nothing of the rest, which stays as it is', async () => {
    const payee = await saved()
    const put = await bea.put(
      `/api/beneficiaries/${payee.id}`,
      { entry: { city: 'Natal', method: 'bank' }, confirmed: [] },
      { 'if-match': '"1"' },
    )
    expect(put.status, put.text).toBe(200)
    expect(codeOf(await revealBook(bea, payee.id))).toBe('NOT_PERMITTED')
    const { entry } = revealedSchema.parse((await revealBook(ana, payee.id)).json)
    expect(entry).toEqual({ ...payee.entry, city: 'Natal' })
  })

  itOnSome(
    'a clerk whose proof is older than five minutes sees nothing in full, not even what they typed',
    async () => {
      const payee = await saved()
      const old = await stale({ name: 'Ana Souza', roles: ['clerk'] })
      const payout = await paying(payee, ana)
      expect(codeOf(await reveal(old, payout))).toBe('STEP_UP_REQUIRED')
      expect(codeOf(await revealBook(old, payee.id))).toBe('STEP_UP_REQUIRED')
      expect(codeOf(await old.post('/api/refused-payouts', {}))).toBe('STEP_UP_REQUIRED')
      expect(codeOf(await reveal(ana, payout))).toBe(200)
    },
  )

  itOnSome('who enters and reviews proves it again as any reviewer, also for what they typed', async () => {
    const both = { name: 'Clara Dias', roles: ['clerk', 'reviewer'] } as const
    const clara = await app.asMember(both)
    const payee = await saved(newPayee(), clara)
    const payout = await paying(await saved(), clara)
    const old = await stale(both)
    expect(codeOf(await reveal(old, payout))).toBe('STEP_UP_REQUIRED')
    expect(codeOf(await revealBook(old, payee.id))).toBe('STEP_UP_REQUIRED')
    expect(codeOf(await reveal(clara, payout))).toBe(200)
  })

  it('of one entry a clerk sees in full what they typed, and of the rest the ends', async () => {
    const payee = await saved()
    const payout = await paying(payee, bea, { email: 'bea.typed@example.com' })
    const { entry, masked, request } = revealedPayoutSchema.parse((await reveal(bea, payout)).json)
    expect(entry).toMatchObject({ email: 'bea.typed@example.com', documentNumber: '', accountNumber: '' })
    expect(Object.keys(masked).toSorted()).toEqual(['accountAgencyNumber', 'accountNumber', 'documentNumber'])
    expect(request).toMatchObject({ email: 'bea.typed@example.com', accountNumber: masked.accountNumber })
    const own = onePayoutSchema.parse((await bea.get(`/api/payouts/${payout.id}`)).json)
    expect(own.revealable).toEqual(['email'])
    const typist = revealedPayoutSchema.parse((await reveal(ana, payout)).json)
    expect(typist.entry).toMatchObject({ ...secretsOf(payee.entry), email: '' })
    const all = revealedPayoutSchema.parse((await reveal(remo, payout)).json)
    expect([all.entry, all.masked]).toMatchObject([{ ...secretsOf(payee.entry), email: 'bea.typed@example.com' }, {}])
  })

  it('the audit log names the fields that were shown', async () => {
    const payee = await saved()
    const payout = await paying(payee, bea, { email: 'typed@example.com' })
    await reveal(bea, payout)
    await reveal(remo, payout)
    await revealBook(ana, payee.id)
    const facts = async (thing: string) => {
      const { items } = activityPageSchema.parse((await remo.get(`/api/activity?thing=${thing}`)).json)
      return items.filter(({ action }) => action.endsWith('.revealed')).map((entry) => entry.facts.fields)
    }
    const all = ['documentNumber', 'email', 'accountAgencyNumber', 'accountNumber']
    expect(await facts(payout.id)).toEqual([all, ['email']])
    expect(await facts(payee.id)).toEqual([all])
  })

  itOnSome('who types a value that another person typed before has typed it as well', async () => {
    const payee = await saved()
    const { accountNumber } = payee.entry
    const payout = await paying(payee, bea, { accountNumber })
    for (const [person, other] of [
      [bea, ''],
      [ana, payee.entry.documentNumber],
    ] as const) {
      const { entry } = revealedPayoutSchema.parse((await reveal(person, payout)).json)
      expect([entry.accountNumber, entry.documentNumber]).toEqual([accountNumber, other])
    }
  })

  itOnSome('a value that another person has replaced is no longer shown to who typed the one before', async () => {
    const payee = await saved()
    const change = { entry: { method: 'bank', accountNumber: '7654321-9' }, confirmed: [] }
    const put = await bea.put(`/api/beneficiaries/${payee.id}`, change, { 'if-match': '"1"' })
    expect(put.status, put.text).toBe(200)
    const shown = async (by: Visitor) => revealedSchema.parse((await revealBook(by, payee.id)).json).entry
    expect(await shown(ana)).toMatchObject({ accountNumber: '', documentNumber: payee.entry.documentNumber })
    expect(await shown(bea)).toMatchObject({ accountNumber: '7654321-9', documentNumber: '', email: '' })
    const { revealable } = oneBeneficiarySchema.parse((await bea.get(`/api/beneficiaries/${payee.id}`)).json)
    expect(revealable).toEqual(['accountNumber'])
  })

  itOnSome(
    'the form of an edit begins with nothing secret, and leaves as they are the numbers that it does not send',
    async () => {
      const payee = await saved()
      const payout = await paying(payee, ana)
      const answer = await bea.get(`/api/payouts/${payout.id}/entry`)
      holdsNone(answer, payee.entry)
      const { entry, beneficiary, masked } = payoutFormSchema.parse(answer.json)
      expect(masked).toMatchObject({ accountNumber: `…${payee.entry.accountNumber.replace('-', '').slice(-4)}` })
      const kept = Object.entries(entry).filter(([name]) => !Object.hasOwn(masked, name))
      const put = await bea.put(
        `/api/payouts/${payout.id}`,
        {
          entry: { ...Object.fromEntries(kept), city: 'Natal' },
          beneficiary: { ...beneficiary, once: true },
          confirmed: [],
          submit: false,
        },
        { 'if-match': `"${payout.version}"` },
      )
      expect(put.status, put.text).toBe(200)
      const now = revealedPayoutSchema.parse((await reveal(remo, payout)).json).entry
      expect(now).toMatchObject({ ...secretsOf(payee.entry), city: 'Natal' })
    },
  )

  itOnSome('a payout in the place of a refused one is filled in from it, and shows nothing of it', async () => {
    const payee = await saved()
    const sent = payoutIn(await step(ana, await paying(payee, ana), 'submit'))
    await approve(remo, sent)
    const made = await remo.post('/api/exports', { payoutIds: [sent.id], format: 'json', again: false })
    expect(made.status, made.text).toBe(201)
    await bea.post('/api/outcomes', { outcomes: [{ payoutId: sent.id, outcome: 'refused' }] })
    const seen = await bea.post('/api/refused-payouts', {})
    expect(seen.json).toMatchObject({ items: [], hidden: 1 })
    holdsNone(seen, payee.entry)
    await ana.put(
      `/api/beneficiaries/${payee.id}`,
      { entry: { method: 'bank', email: 'changed@example.com' }, confirmed: [] },
      { 'if-match': '"1"' },
    )
    const { beneficiary } = payoutFormSchema.parse((await bea.get(`/api/payouts/${sent.id}/entry`)).json)
    const again = await paying(beneficiary!, bea, {}, { replaces: sent.id, beneficiary })
    expect(codeOf(await reveal(bea, again))).toBe('NOT_PERMITTED')
    expect(revealedPayoutSchema.parse((await reveal(remo, again)).json).entry).toMatchObject(secretsOf(payee.entry))
  })

  itOnSome(
    'a row of a batch that is matched with a saved beneficiary by its details shows nothing of what is filled in',
    async () => {
      const payee = await saved()
      const { email, ...known } = filledFields(payee.entry)
      const batch = { name: 'July', source: { kind: 'file', name: 'july.csv' }, rowsGiven: 1 }
      const { id } = batchSchema.parse((await bea.post('/api/batches', batch)).json)
      const entry = { ...known, amount: '7', currencyCode: 'BRL' }
      const checked = await bea.post('/api/batch-checks', { rows: [{ row: 1, entry }] })
      expect(checked.json).toMatchObject({ rows: [{ beneficiary: null, isCompared: false, warnings: [] }] })
      const answer = await bea.post(
        `/api/batches/${id}/rows`,
        { rows: [{ row: 1, entry, confirmed: [] }] },
        { 'idempotency-key': crypto.randomUUID() },
      )
      const [row] = savedRowsSchema.parse(answer.json).rows
      if (row === undefined || !('payout' in row)) throw new Error(answer.text)
      const shown = await reveal(bea, row.payout)
      for (const told of [checked, answer, shown]) expect(told.text).not.toContain(String(email))
      expect(revealedPayoutSchema.parse(shown.json)).toMatchObject({
        entry: { documentNumber: known.documentNumber, accountNumber: known.accountNumber, email: '' },
        masked: { email: 'q…@example.com' },
      })
      expect(revealedPayoutSchema.parse((await reveal(remo, row.payout)).json).entry.email).toBe(email)
    },
  )

  it('what a token typed its maker does not see in full', async () => {
    const admin = await app.asMember({ name: 'Ada Rocha', roles: ['admin', 'clerk'] })
    const write = tokenWrite()
    const { token } = newTokenSchema.parse((await admin.post('/api/tokens', write)).json)
    await confirmAll(app)
    const bearer = { authorization: `Bearer ${token}` }
    const entry = newPayee()
    const nobody = app.asNobody()
    const made = await confirmed((confirmed) => nobody.post('/api/beneficiaries', { entry, confirmed }, bearer))
    const { id } = beneficiaryReceiptSchema.parse(made.json)
    expect(codeOf(await revealBook(admin, id))).toBe('NOT_PERMITTED')
    expect(codeOf(await nobody.post(`/api/beneficiaries/${id}/reveal`, { purpose: 'view' }, bearer))).toBe(
      'SCOPE_MISSING',
    )
  })

  itOnSome('who writes to the database makes no one the author of a value', async () => {
    const payee = await saved()
    const own = await saved(newPayee(), bea)
    const { id: beaId } = await store.db
      .selectFrom('people')
      .select('id')
      .where('name', '=', 'Bea Lima')
      .executeTakeFirstOrThrow()
    const put = (change: object) =>
      store.write(({ db }) => db.updateTable('beneficiaries').set(change).where('id', '=', payee.id).execute())
    await put({ created_by: beaId, updated_by: beaId })
    await store.write(({ db }) =>
      db.updateTable('details_changes').set({ changed_by: beaId }).where('beneficiary_id', '=', payee.id).execute(),
    )
    expect(codeOf(await revealBook(bea, payee.id))).toBe('NOT_PERMITTED')
    const { entry_encrypted } = await store.db
      .selectFrom('beneficiaries')
      .select('entry_encrypted')
      .where('id', '=', own.id)
      .executeTakeFirstOrThrow()
    await put({ entry_encrypted })
    holdsNone(await revealBook(bea, payee.id), payee.entry)
  })

  it('a clerk sees what they typed in full as often in 24 hours as is set, also after a restart; a reviewer is not counted', async () => {
    const few = await startTestApp({ ...settings(), REVEALS_PER_DAY: '3' })
    const dora = await few.asMember({ name: 'Dora Silva', roles: ['clerk'] })
    const payee = await saved(newPayee(), dora)
    const ask = async (by: Visitor) => codeOf(await revealBook(by, payee.id))
    expect([await ask(dora), await ask(dora), await ask(dora), await ask(dora)]).toEqual([
      200,
      200,
      200,
      'TOO_MANY_REVEALS',
    ])
    await few.stop()
    const again = await startTestApp({ ...settings(), REVEALS_PER_DAY: '3' })
    const later = await again.asMember({ name: 'Dora Silva', roles: ['clerk'] })
    const refused = await revealBook(later, payee.id)
    const { detail, params, retryAfterSeconds = 0 } = problemSchema.parse(refused.json)
    expect([params, retryAfterSeconds > 86_000, retryAfterSeconds <= 86_400]).toEqual([{ most: 3 }, true, true])
    expect(detail).toContain('3 times at most. The next time will be in 24 hours')
    const reviewer = await again.asMember({ name: 'Remo Dias', roles: ['reviewer'] })
    const asked: unknown[] = []
    for (let i = 0; i < 4; i += 1) asked.push(await ask(reviewer))
    expect(asked).toEqual([200, 200, 200, 200])
    await again.stop()
  })
})

/** A document whose check digits are right. */
function cpfOf(nine: number): string {
  const digits = [...String(nine)].map(Number)
  for (const length of [9, 10]) {
    const sum = digits.reduce((total, digit, place) => total + digit * (length + 1 - place), 0)
    digits.push(((sum * 10) % 11) % 10)
  }
  return digits.join('')
}
