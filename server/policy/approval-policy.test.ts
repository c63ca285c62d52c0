import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { activityPageSchema } from '#shared/api/activity.ts'
import { warningsSchema } from '#shared/api/beneficiary.ts'
import { exportConfirmationsSchema, exportSchema } from '#shared/api/export.ts'
import { onePayoutSchema, type Payout } from '#shared/api/payout.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import { approvalPolicySchema, type RulesByCurrency } from '#shared/api/policy.ts'
import { proposalsSchema } from '#shared/api/proposals.ts'
import { findPayouts } from '../entry/payout-rows.ts'
import { beginExport, finishExport, sumOfExport } from '../exports/make-export.ts'
import { markPayouts } from '../exports/mark-payouts.ts'
import { writtenPayout } from '../payout-state/saved-payout.ts'
import { verifyAudit } from '../programs/verify-audit.ts'
import type { Tables } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { memberNamed } from '../testing/acts.ts'
import { putInBatch } from '../testing/in-batch.ts'
import {
  approve,
  changed,
  confirmedIn,
  enter,
  payoutIn,
  payoutWrite,
  reveal,
  sampleNamed,
  step,
} from '../testing/payouts.ts'
import { type Place, someStores, stores } from '../testing/stores.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'
import { needOf } from './need-of-payout.ts'

describe.each(stores)('The approval policy on $name', (kind) => {
  const { makePlace } = kind
  const itOnSome = it.runIf(someStores.includes(kind))
  let place: Place
  let store: Store
  let app: TestApp
  let ana: Visitor
  let bruno: Visitor
  let carla: Visitor

  beforeAll(async () => {
    place = await makePlace()
    app = await startTestApp(place.environment)
    ana = app
    bruno = app.as('Bruno Lima')
    carla = app.as('Carla Dias')
    store = await place.open()
    for (const [name, value] of Object.entries(place.environment)) vi.stubEnv(name, value)
  })

  afterAll(async () => {
    vi.unstubAllEnvs()
    await app.stop()
    await store.close()
    await place.remove()
  })

  const policy = async () => approvalPolicySchema.parse((await ana.get('/api/approval-policy')).json)
  const waiting = async () => proposalsSchema.parse((await ana.get('/api/proposals')).json).items
  const propose = async (person: Visitor, currencies: RulesByCurrency) =>
    proposalsSchema.parse((await person.post('/api/approval-policy/proposals', { currencies })).json).items[0]?.id
  const confirm = (person: Visitor, id = '') => person.post(`/api/proposals/${id}/confirm`, {})
  const setPolicy = async (currencies: RulesByCurrency) => confirm(bruno, await propose(ana, currencies))

  const ghana = sampleNamed('Ghana')
  let number = 0
  const noAccount = { accountNumber: '', bankName: '', payoutAccountTypeCode: '' }
  /** A payout that Ana sends to review: to a name without an account, another one each time unless it is given. */
  async function sent(amount: string, name?: string, account: Record<string, string> = noAccount): Promise<Payout> {
    number += 1
    const who = name ?? `Kofi ${String.fromCharCode(65 + (number % 26), 97 + Math.floor(number / 26))}x`
    const entry = { ...account, amount, beneficiaryFirstName: who }
    return payoutIn(await step(ana, await enter(ana, changed(payoutWrite(ghana), entry)), 'submit'))
  }
  /** A payout that Ana sends to the saved beneficiary of another one, with an account that is for this payout alone. */
  async function sentOnce({ id }: Payout, name: string, amount: string, accountNumber: string): Promise<Payout> {
    const { beneficiary } = await reveal(bruno, id)
    const entry = { ...noAccount, beneficiaryFirstName: name, amount, accountNumber }
    const write = {
      ...changed(payoutWrite(ghana, { submit: true }), entry),
      beneficiary: { ...beneficiary, once: true },
    }
    const confirmed = confirmedIn(await ana.post('/api/payouts', write))
    return payoutIn(await ana.post('/api/payouts', { ...write, confirmed }))
  }
  const detail = async ({ id }: Pick<Payout, 'id'>) => onePayoutSchema.parse((await ana.get(`/api/payouts/${id}`)).json)
  const way = async (payout: Pick<Payout, 'id'>) => {
    const { state, approvals } = await detail(payout)
    return [state, approvals.needed, approvals.why, approvals.given.map(({ by }) => by.name)]
  }
  const queueOf = async (person: Visitor) => {
    const { json } = await person.post('/api/payout-searches', { toReview: true, limit: 100 })
    return payoutPageSchema.parse(json).items.map(({ id }) => id)
  }
  const exporting = (...payouts: readonly Pick<Payout, 'id'>[]) =>
    bruno.post('/api/exports', { payoutIds: payouts.map(({ id }) => id), format: 'json', again: false })
  const verified = async () => (await verifyAudit([])).text

  it('The approval policy is one approval for every payout until two admins have agreed on another', async () => {
    expect(await policy()).toEqual({ version: 0, currencies: {}, suggested: null })
    expect(await way(await sent('999999'))).toEqual(['in_review', 1, null, []])
    const currencies = { GHS: [{ above: '10,000.50', approvals: 2, appliesTo: 'payout' } as const], KES: [] }
    const id = await propose(ana, currencies)
    const read = { GHS: [{ above: '10000.5', approvals: 2, appliesTo: 'payout' }] }
    expect(await policy()).toEqual({ version: 0, currencies: {}, suggested: null })
    expect(await waiting()).toMatchObject([{ id, kind: 'policy', currencies: read, canConfirm: false }])
    expect((await confirm(ana, id)).json).toMatchObject({ code: 'NOT_PERMITTED', params: { why: 'proposer' } })
    expect((await confirm(bruno, id)).status).toBe(200)
    expect(await policy()).toEqual({ version: 1, currencies: read, suggested: null })
    expect(await waiting()).toEqual([])
    expect((await confirm(bruno, id)).json).toMatchObject({ code: 'NOT_FOUND', params: { what: 'proposal' } })
  })

  it('The approval policy that is proposed gives way to a newer proposal, and can be withdrawn; what is in force stays', async () => {
    const before = await policy()
    const [first, second] = [await propose(ana, {}), await propose(bruno, {})]
    expect((await confirm(bruno, first)).status).toBe(404)
    expect((await carla.delete(`/api/proposals/${second}`)).status).toBe(200)
    expect((await confirm(ana, second)).status).toBe(404)
    expect(await policy()).toEqual(before)
  })

  itOnSome('The approval policy refuses a currency without payouts, and an invalid amount', async () => {
    const rule = (above: string) => ({ above, approvals: 2, appliesTo: 'day' }) as const
    const { status, json } = await ana.post('/api/approval-policy/proposals', {
      currencies: { XYZ: [], GHS: [rule('a lot'), rule('0'), rule('1.000')] },
    })
    expect([status, json]).toMatchObject([
      422,
      {
        errors: [
          { pointer: '#/currencies/XYZ', code: 'unknown_field' },
          { pointer: '#/currencies/GHS/0/above', code: 'not_an_amount' },
          { pointer: '#/currencies/GHS/2/above', code: 'amount_looks_grouped' },
        ],
      },
    ])
  })

  it('A first payout above the amount that two people approve is a serious warning, unless a validation or an export knows its details', async () => {
    await setPolicy({
      GHS: [{ above: '10000', approvals: 2, appliesTo: 'payout' }],
      BRL: [{ above: '5000', approvals: 2, appliesTo: 'day' }],
      KES: [{ above: '1', approvals: 2, appliesTo: 'details' }],
    })
    const codesOf = async (
      country: string,
      changes: Readonly<Record<string, string | boolean>>,
      beneficiaryId?: string,
    ) => {
      const { entry } = changed(payoutWrite(sampleNamed(country)), { documentNumber: '11144477735', ...changes })
      const { json } = await ana.post('/api/payout-warnings', { entry, ...(beneficiaryId && { beneficiaryId }) })
      return warningsSchema
        .parse(json)
        .warnings.flatMap(({ code, grade }) => (code === 'first_unvalidated' ? grade : []))
    }
    const pix = {
      method: 'pix',
      recipientPixKey: 'ana@example.com',
      beneficiaryFirstName: 'Ana',
      beneficiaryLastName: 'Prueba',
    }
    expect(await codesOf('Ghana', { amount: '10000' })).toEqual([])
    expect(await codesOf('Ghana', { amount: '10000.01' })).toEqual(['serious'])
    expect(await codesOf('Ghana', { amount: '10000.01', testMode: true })).toEqual([])
    expect(await codesOf('Kenya', { amount: '10000.01' })).toEqual([])
    expect(await codesOf('Brazil', { ...pix, amount: '5000.01' })).toEqual(['serious'])
    const person = {
      country: 'BR',
      firstName: 'Ana',
      lastName: 'Prueba',
      documentType: 'CPF',
      documentNumber: '11144477735',
    }
    await ana.post('/api/identity-validations', person)
    expect(await codesOf('Brazil', { ...pix, amount: '5000.01' })).toEqual([])
    const paid = await approve(bruno, await sent('20', 'Efua', {}))
    expect((await exporting(paid)).status).toBe(201)
    const again = { beneficiaryFirstName: 'Efua', amount: '10000.01' }
    const { documentNumber = '' } = sampleNamed('Ghana').entry
    expect(await codesOf('Ghana', { ...again, documentNumber: `${documentNumber}` }, paid.beneficiaryId)).toEqual([])
  })

  it('The approval policy keeps a payout in review after the first approval, and shows everyone who approved it', async () => {
    await setPolicy({ GHS: [{ above: '10000', approvals: 2, appliesTo: 'payout' }] })
    expect((await sent('10000')).approvalsNeeded).toBe(1)
    const payout = await sent('10000.01')
    expect(await way(payout)).toEqual(['in_review', 2, 'amount', []])
    const first = await approve(bruno, payout)
    expect(first).toMatchObject({ state: 'in_review', approvalsNeeded: 2, approvalsGiven: 1 })
    expect(first.actions).not.toContain('approve')
    expect(first.whyNotApprove?.detail).toContain('already approved this payout')
    expect([(await queueOf(bruno)).includes(payout.id), (await queueOf(carla)).includes(payout.id)]).toEqual([
      false,
      true,
    ])
    expect((await exporting(payout)).json).toMatchObject({ code: 'STATE_CONFLICT' })
    expect(await way(await approve(carla, payout))).toEqual(['approved', 2, 'amount', ['Bruno Lima', 'Carla Dias']])
    const made = exportSchema.parse((await exporting(payout)).json)
    const { items } = exportConfirmationsSchema.parse((await ana.get(`/api/exports/${made.id}/confirmations`)).json)
    expect(items.map(({ approvals }) => approvals.map(({ by, isSigned }) => [by.name, isSigned]))).toEqual([
      [
        ['Bruno Lima', false],
        ['Carla Dias', false],
      ],
    ])
    const log = activityPageSchema.parse((await ana.get(`/api/activity?thing=${payout.id}`)).json)
    const approvals = log.items
      .filter(({ action }) => action === 'payout.approved')
      .map(({ by, facts }) => [by?.name, facts])
    expect(approvals).toMatchObject([
      ['Carla Dias', { approvalsNeeded: 2, state: 'approved' }],
      ['Bruno Lima', { approvalsNeeded: 2, state: 'in_review' }],
    ])
  })

  it('The approval policy does not change what was sent before, and an approval taken back leaves the other', async () => {
    const payout = await sent('20000')
    await setPolicy({})
    const first = await approve(bruno, payout)
    const second = await approve(carla, payout)
    const undone = payoutIn(await step(carla, second, 'undo'))
    expect(undone).toMatchObject({ state: 'in_review', approvalsGiven: 1, decidedBy: { name: 'Bruno Lima' } })
    expect((await step(bruno, undone, 'undo')).json).toMatchObject({ code: 'UNDO_REFUSED' })
    expect(first.undoUntil).not.toBeNull()
    expect((await way(await approve(carla, payout))).slice(0, 2)).toEqual(['approved', 2])
    expect(await way(await sent('20000'))).toEqual(['in_review', 1, null, []])
  })

  it('The approval policy counts what goes to one destination within a day, so that splitting a payout does not help', async () => {
    await setPolicy({ GHS: [{ above: '10000', approvals: 2, appliesTo: 'day' }] })
    const first = await sent('6000', 'Efua')
    expect(await way(first)).toEqual(['in_review', 1, null, []])
    expect(await way(await sent('5000', 'Yaw'))).toEqual(['in_review', 1, null, []])
    // However the name is written.
    expect(await way(await sent('5000', 'EFUA'))).toEqual(['in_review', 2, 'day', []])
    // The first one is sent again, the amount changed: the sum is what counts.
    const withdrawn = payoutIn(await step(ana, first, 'withdraw'))
    expect(await way(payoutIn(await step(ana, withdrawn, 'submit')))).toEqual(['in_review', 2, 'day', []])
    // An account is the destination, under whatever name.
    await sent('6000', 'Afia', {})
    expect(await way(await sent('5000', 'Akua', {}))).toEqual(['in_review', 2, 'day', []])
    // A saved beneficiary is one payee, also with an account for one payout.
    const saved = await sent('6000', 'Esi')
    expect(await way(await sentOnce(saved, 'Esi', '5000', '0247654329'))).toEqual(['in_review', 2, 'day', []])
  })

  it('The approval policy counts what is sent to one payee at once as if each were sent by itself', async () => {
    await setPolicy({ GHS: [{ above: '10000', approvals: 2, appliesTo: 'day' }] })
    const draft = () =>
      enter(ana, changed(payoutWrite(ghana), { ...noAccount, amount: '6000', beneficiaryFirstName: 'Nhyira' }))
    const payouts = (await Promise.all([draft(), draft(), draft()])).map(({ id, version }) => ({ id, version }))
    expect((await ana.post('/api/payout-lists/submit', { payouts })).status).toBe(200)
    const needed = await Promise.all(payouts.map(async (one) => (await detail(one)).approvals.needed))
    expect(needed).toEqual([1, 2, 2])
  })

  it('The approval policy counts what was sent meanwhile where a return is taken back', async () => {
    const first = await sent('6000', 'Adwoa')
    const returned = payoutIn(await step(bruno, first, 'return', { comment: 'Please check.' }))
    expect(await way(await sent('5000', 'Adwoa'))).toEqual(['in_review', 1, null, []])
    expect(await way(payoutIn(await step(bruno, returned, 'undo')))).toEqual(['in_review', 2, 'day', []])
  })

  it('The approval policy counts what a batch sends to one destination, whichever of its payouts is sent to review first', async () => {
    const draft = (amount: string, name: string) =>
      enter(ana, changed(payoutWrite(ghana), { ...noAccount, amount, beneficiaryFirstName: name }))
    const drafts = [await draft('6000', 'Kobina'), await draft('5000', 'Kobina'), await draft('6000', 'Kwabena')]
    await putInBatch(
      store,
      'some-batch',
      drafts.map(({ id }) => id),
    )
    const ways = []
    for (const payout of drafts) ways.push(await way(payoutIn(await step(ana, payout, 'submit'))))
    expect(ways).toEqual([
      ['in_review', 2, 'day', []],
      ['in_review', 2, 'day', []],
      ['in_review', 1, null, []],
    ])
  })

  const inBank = (accountAgencyNumber: string, accountNumber: string) => ({
    ...{ method: 'bank', recipientPixKey: '', bankName: '001', payoutAccountTypeCode: '0002' },
    ...{
      accountAgencyNumber,
      accountNumber,
      documentNumber: crypto.randomUUID().replace(/\D/g, '').slice(0, 11).padEnd(11, '7'),
    },
  })
  const byPix = (recipientPixKey: string, documentNumber: string) => ({
    method: 'pix',
    recipientPixKey,
    documentNumber,
  })
  const named = (beneficiaryFirstName: string, beneficiaryLastName: string) => ({
    ...noAccount,
    beneficiaryFirstName,
    beneficiaryLastName,
  })
  /** One payee in several spellings; another one for each number. */
  const spellings: readonly [string, string, (n: number) => readonly Record<string, string>[]][] = [
    [
      'zeros before its account',
      'Brazil',
      (n) => ['', '0', '00'].map((zeros) => inBank('4321', `${zeros}10000${n}-1`)),
    ],
    ['zeros before its agency', 'Brazil', (n) => ['', '0'].map((zeros) => inBank(`${zeros}432`, `20000${n}-1`))],
    [
      'an account and its agency with and without check digits',
      'Brazil',
      (n) => [
        inBank('4321', `30000${n}7-1`),
        inBank('43215', `30000${n}71`),
        inBank('4321', `30000${n}7`),
        inBank('4321-5', `0030000${n}7-1`),
      ],
    ],
    [
      'a phone as a Pix key with and without the 0 of calls and the 9 of mobiles',
      'Brazil',
      (n) =>
        [`+551197654321${n}`, `+55117654321${n}`, `+55 (011) 97654-321${n}`].map((key, i) =>
          byPix(key, `2224447${n}73${i}`),
        ),
    ],
    [
      'a Pix e-mail in another case',
      'Brazil',
      (n) => ['bob.a', 'BOB.A', 'Bob.A'].map((name, i) => byPix(`${name}@example${n}.com`, `1114447${n}73${i}`)),
    ],
    [
      'the CPF, the phone and the e-mail as Pix keys of one document',
      'Brazil',
      (n) => {
        const cpf = ['52998224725', '11144477735'][n] ?? ''
        return [cpf, `+551198765432${n}`, `pix${n}@example.com`].map((key) => byPix(key, cpf))
      },
    ],
    [
      'a CPF that is the Pix key of one payout and the document of another',
      'Brazil',
      (n) => {
        const cpf = ['39053344705', '15350946056'][n] ?? ''
        return [byPix(cpf, `3334447${n}735`), { ...inBank('4321', `70000${n}`), documentNumber: cpf }]
      },
    ],
    [
      'the own number of an account and its CCI',
      'Peru',
      (n) => [
        {
          ...{ method: 'bank', bankName: '0003', payoutAccountTypeCode: '0001' },
          ...{ accountNumber: `1941234567801${n}`, documentNumber: `4000001${n}` },
        },
        {
          ...{ method: 'cci', bankName: '', payoutAccountTypeCode: '0001' },
          ...{ accountNumber: `0021941123456780 1${n}50`, documentNumber: `4000002${n}` },
        },
      ],
    ],
    [
      'an account with circled digits and letters that look like digits',
      'Ghana',
      (n) =>
        ['0', '\u24ff', '\u24ea', 'O'].map((zero, i) => ({
          accountNumber: `24${zero}66${zero}1${n}`,
          bankName: `${i}`,
        })),
    ],
    [
      'a name in letters that look like those of another script',
      'Ghana',
      (n) => {
        const [first, last] = [['Papa', 'Capo'][n] ?? '', 'Boateng']
        const cyrillic = ['\u0420\u0430\u0440\u0430', '\u0421\u0430\u0440\u043e'][n] ?? ''
        return [named(first, last), named(cyrillic, last), named(last.replace('B', '\u{1f151}'), first.toUpperCase())]
      },
    ],
    [
      'an account whose bank, agency and digits are written in other ways',
      'Ghana',
      (n) => {
        const account = `2${n}41234567`
        return [
          { bankName: 'MTN', accountNumber: `0${account}` },
          { bankName: '300', accountNumber: `+233${account}` },
          { bankName: 'MTN', accountNumber: `MTN ${account}`, accountAgencyNumber: '1' },
        ]
      },
    ],
    [
      'an account behind many other numbers',
      'Ghana',
      (n) => [{ accountNumber: `027${n}456789` }, { accountNumber: `${'12 '.repeat(27)}027 ${n}45 6789` }],
    ],
    [
      'names in another order',
      'Ghana',
      (n) => {
        const [first, last] = [`Kwame${'xy'[n]}`, 'Mensah']
        return [
          named(first, last),
          named(last, first),
          named(`${first} A`, last),
          named(first.toUpperCase(), `${last} ${first}`),
        ]
      },
    ],
  ]

  itOnSome.each(spellings)('The approval policy takes for one payee: %s', async (_, country, entriesOf) => {
    const rule = { above: '5000', approvals: 2, appliesTo: 'day' } as const
    await setPolicy({ GHS: [{ ...rule, above: '10000' }], BRL: [rule], PEN: [rule] })
    const amount = country === 'Ghana' ? '8000' : '4000'
    const draft = (entry: Record<string, string>) =>
      enter(ana, changed(payoutWrite(sampleNamed(country)), { ...entry, amount }))
    const neededFor = async (payout: Payout) => payoutIn(await step(ana, payout, 'submit')).approvalsNeeded
    const needed = []
    for (const entry of entriesOf(0)) needed.push(await neededFor(await draft(entry)))
    expect(needed).toEqual([1, ...needed.slice(1).map(() => 2)])
    // As rows of a batch, whichever is sent first; the last one was saved with a look at all others to its document.
    const drafts = []
    for (const entry of entriesOf(1)) drafts.push(await draft(entry))
    const batchId = crypto.randomUUID()
    await putInBatch(
      store,
      batchId,
      drafts.map(({ id }) => id),
    )
    expect(await neededFor(drafts.at(-1)!)).toBe(2)
  })

  it('The approval policy counts what was exported within a day, and no test', async () => {
    const exported = await approve(bruno, await sent('9000', 'Abena'))
    expect((await exporting(exported)).status).toBe(201)
    expect(await way(await sent('1001', 'Abena'))).toEqual(['in_review', 2, 'day', []])
    const test = changed(payoutWrite(ghana, { submit: true }), {
      ...noAccount,
      amount: '9999',
      testMode: true,
      beneficiaryFirstName: 'Ekow',
    })
    await enter(ana, test)
    expect(await way(await sent('5000', 'Ekow'))).toEqual(['in_review', 1, null, []])
  })

  it('The approval policy counts what is in an export that is not made until a day after it is', async () => {
    await setPolicy({ GHS: [{ above: '10000', approvals: 2, appliesTo: 'day' }] })
    const person = await memberNamed(store, 'Bruno Lima')
    const marked = await approve(bruno, await sent('9000', 'Abla'))
    const wanted = { payoutIds: [marked.id], format: 'json', again: false } as const
    const exportId = await store.write(async (tx) => {
      const begun = await beginExport(tx, person, wanted)
      await markPayouts(tx, person, wanted.payoutIds, { exportId: begun, from: 0, isAgain: false, proofs: new Map() })
      return begun
    })
    const [row] = await findPayouts(store.db, [(await sent('1001', 'Abla')).id])
    const { id, beneficiary_id: beneficiaryId } = row!
    const neededAfter = async (hours: number) => {
      const later = await place.open(() => new Date(Date.now() + hours * 3_600_000))
      const asked = { id, batchId: null, beneficiaryId, written: writtenPayout(later, row!), warnings: [] }
      const { needed } = await needOf(later, asked)
      await later.close()
      return needed
    }
    expect([await neededAfter(0), await neededAfter(50)]).toEqual([2, 2])
    const late = await place.open(() => new Date(Date.now() + 40 * 3_600_000))
    const sum = await sumOfExport(late, exportId, wanted.payoutIds)
    await late.write((tx) => finishExport(tx, person, exportId, sum))
    await late.close()
    expect([await neededAfter(50), await neededAfter(90)]).toEqual([2, 1])
  })

  it('The approval policy asks for two where one of the other payouts was changed in the database', async () => {
    const { id } = await sent('100', 'Kwesi')
    await store.write(({ db }) => db.updateTable('payouts').set({ amount: '1' }).where('id', '=', id).execute())
    expect(await way(await sent('100', 'Kwesi'))).toEqual(['in_review', 2, 'day', []])
    await store.write(({ db }) => db.updateTable('payouts').set({ amount: '100' }).where('id', '=', id).execute())
  })

  itOnSome('The approval policy cannot be lowered in the database, nor an older one be put back', async () => {
    const tamper = (work: (db: Kysely<Tables>) => Promise<unknown>) => store.write(({ db }) => work(db))
    const rows = await store.db.selectFrom('approval_policy').selectAll().execute()
    const put = (id: string, row: object) =>
      tamper((db) => db.updateTable('approval_policy').set(row).where('id', '=', id).execute())
    const now = rows.find(({ state }) => state === 'in_force')!
    const entered = await enter(
      ana,
      changed(payoutWrite(ghana), { ...noAccount, amount: '20000', beneficiaryFirstName: 'Adjoa' }),
    )
    const refused = async () => {
      expect((await step(ana, entered, 'submit')).json).toMatchObject({ code: 'TAMPERED', params: { why: 'policy' } })
      expect(await verified()).toContain('The approval policy: another one is in force than the audit log says.')
    }
    await put(now.id, { policy: '{}' })
    await refused()
    await put(now.id, { policy: now.policy, state: 'replaced' })
    await refused()
    await put(now.id, { state: 'in_force' })
    // The row of a policy that was in force before, as a backup has it: its MAC holds, and the audit log knows a newer one.
    const { row_mac, ...copy } = now
    await tamper(async (db) => {
      await db.deleteFrom('approval_policy').where('id', '=', now.id).execute()
    })
    await refused()
    await tamper((db) =>
      db
        .insertInto('approval_policy')
        .values({ ...copy, row_mac })
        .execute(),
    )
    expect(payoutIn(await step(ana, entered, 'submit')).approvalsNeeded).toBe(2)
    expect(await verified()).toMatch(/as the audit log says\.$/)
  })

  it('The approval policy takes two approvals of a payout to other details than the last one', async () => {
    await setPolicy({ GHS: [{ above: '0', approvals: 2, appliesTo: 'details' }] })
    const first = await sent('10', 'Yaw Detailed')
    expect(await way(first)).toEqual(['in_review', 1, null, []])
    expect(await way(await sentOnce(first, 'Yaw Detailed', '11', '0247654321'))).toEqual([
      'in_review',
      2,
      'details',
      [],
    ])
    // Also while the last one is hidden in the database, for a moment.
    const paid = { accountNumber: '0247654331', documentNumber: 'GHA-7001' }
    const last = await sent('12', 'Yaa Hidden', paid)
    expect((await exporting(await approve(bruno, last))).status).toBe(201)
    const hide = (state: 'draft' | 'exported') =>
      store.write(({ db }) => db.updateTable('payouts').set({ state }).where('id', '=', last.id).execute())
    const { beneficiary } = await reveal(bruno, last.id)
    const entry = { ...paid, beneficiaryFirstName: 'Yaa Hidden', amount: '13', accountNumber: '0247654322' }
    const body = { ...changed(payoutWrite(ghana, { submit: true }), entry), beneficiary }
    await hide('draft')
    const once = await ana.post('/api/payouts', body)
    const hidden =
      once.status === 201 ? once : await ana.post('/api/payouts', { ...body, confirmed: confirmedIn(once) })
    await hide('exported')
    expect(await way(payoutIn(hidden))).toEqual(['in_review', 2, 'details', []])
    expect(await verified()).toMatch(/as the audit log says\.$/)
  })

  itOnSome(
    'The approval policy takes who is entered once more, with another account, for changed details',
    async () => {
      const policyWay = async (name: string, account: Record<string, string>) =>
        (await way(await sent('14', name, account))).slice(1, 3)
      const paid = { accountNumber: '0247654341', documentNumber: 'GHA-7002' }
      expect((await exporting(await approve(bruno, await sent('12', 'Esi Twofold', paid)))).status).toBe(201)
      const other = { ...paid, accountNumber: '0247654342' }
      expect(await policyWay('Esi Twofold', other)).toEqual([2, 'details'])
      // Under another name, in another spelling of the document, and without it.
      expect(await policyWay('Efe Else', { ...other, documentNumber: 'gha 7002' })).toEqual([2, 'details'])
      expect(await policyWay('Twofold Esi', { accountNumber: '0247654343', documentNumber: '' })).toEqual([
        2,
        'details',
      ])
      // What is the same person and account, or a namesake with a document of their own.
      expect(await policyWay('Esi Twofold', { ...paid, accountNumber: '+233247654341' })).toEqual([1, null])
      expect(await policyWay('Esi Twofold', { accountNumber: '0247654344', documentNumber: 'GHA-9' })).toEqual([
        1,
        null,
      ])
      await setPolicy({ GHS: [{ above: '10000', approvals: 2, appliesTo: 'payout' }] })
    },
  )

  itOnSome('An approval cannot be forged in the database, nor how many there must be', async () => {
    const payout = await sent('20000')
    await approve(bruno, payout)
    const before = await store.db
      .selectFrom('payouts')
      .selectAll()
      .where('id', '=', payout.id)
      .executeTakeFirstOrThrow()
    const forgeries = [
      { approvals_needed: 1 },
      { approvals_count: 2 },
      { approvals_encrypted: null },
      { state: 'approved', approved_hash: before.request_hash },
    ] as const
    for (const forged of forgeries) {
      await store.write(({ db }) => db.updateTable('payouts').set(forged).where('id', '=', payout.id).execute())
      expect((await exporting(payout)).status).toBe(409)
      expect(await verified()).toContain(`Payout ${payout.id}: the app did not write its row.`)
      await store.write(({ db }) => db.updateTable('payouts').set(before).where('id', '=', payout.id).execute())
    }
    // The row of before a change of the payout, whose MAC holds.
    const { version } = await reveal(carla, payout.id)
    await step(carla, { id: payout.id, version }, 'return', { comment: 'Which one?' })
    await store.write(({ db }) => db.updateTable('payouts').set(before).where('id', '=', payout.id).execute())
    const shown = await carla.post(`/api/payouts/${payout.id}/reveal`, {})
    expect(shown.json).toMatchObject({ code: 'TAMPERED' })
    await store.write(({ db }) => sql`delete from payouts where id = ${payout.id}`.execute(db))
  })
})
