import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { warningId } from '#shared/api/issue.ts'
import type { PayoutWrite } from '#shared/api/payout.ts'
import { beneficiaryOf } from '../entry/payout-rows.ts'
import { makeExport } from '../exports/make-export.ts'
import { approveOne } from '../lists/approval-job.ts'
import { payoutRow } from '../payout-state/saved-payout.ts'
import type { Member } from '../people/member.ts'
import { personNamed, readName } from '../people/people.ts'
import type { Store } from '../store/store.ts'
import { souza } from '../testing/beneficiaries.ts'
import { confirmedWithReason } from '../testing/payouts.ts'
import { memberOf } from '../testing/people.ts'
import { type Place, stores } from '../testing/stores.ts'
import { theOne } from './move-together.ts'
import { revealPayout } from './reveal-payout.ts'
import { enterPayout } from './save-payouts.ts'
import { submitPayouts } from './submit-payouts.ts'
import { warningsOfForm } from './warnings.ts'

describe.each(stores)('A payout like another one, on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  let ana: Member
  let bruno: Member
  /** Of November. */
  let today = 1

  beforeAll(async () => {
    place = await makePlace()
    store = await place.open(() => new Date(Date.UTC(2026, 10, today, 12)))
    ana = memberOf(await store.write((tx) => personNamed(tx, readName('Ana Souza'))))
    bruno = memberOf(await store.write((tx) => personNamed(tx, readName('Bruno Lima'))))
  })

  afterAll(async () => {
    await store.close()
    await place.remove()
  })

  /** Enters a payout on the first of November, and exports it on a later day if one is given. */
  async function entered(amount: string, exportedOn?: number, to: Partial<PayoutWrite> = {}): Promise<string> {
    today = 1
    const entry = to.entry ?? souza({ amount })
    const beneficiaryId = to.beneficiary && 'id' in to.beneficiary ? to.beneficiary.id : undefined
    const confirmed = (await warningsOfForm(store, { entry, beneficiaryId })).map((warning) => ({
      warningId: warningId(warning),
    }))
    return store.write(async (tx) => {
      const draft = await enterPayout(tx, ana, { ...to, entry, confirmed, submit: false })
      if (exportedOn === undefined) return draft.id
      const sent = theOne(await submitPayouts(tx, ana, [draft]))
      const shown = await revealPayout(tx, bruno, sent.id)
      await approveOne(tx, 'local', bruno, sent, { ...shown, confirmed: confirmedWithReason(shown.warnings) })
      today = exportedOn
      await makeExport(tx, ana, { payoutIds: [draft.id], format: 'json' as const, again: false })
      return draft.id
    })
  }

  async function likeOnes(day: number, amount: string, entry = souza(), currencyCode = 'BRL') {
    today = day
    const warnings = await warningsOfForm(store, { entry: { ...entry, amount, currencyCode } })
    return warnings.filter(({ code }) => code === 'duplicate_payout').map(({ params }) => params.payoutId)
  }

  it('is warned of for seven days', async () => {
    const id = await entered('10')
    expect(await likeOnes(1, '10')).toEqual([id])
    expect(await likeOnes(8, '10')).toEqual([id])
    expect(await likeOnes(9, '10')).toEqual([])
  })

  it('is one with the same account, however that is typed, and whatever else differs', async () => {
    const id = await entered('20')
    expect(await likeOnes(2, '20.00', souza({ accountNumber: '9876543', city: 'Natal', email: '' }))).toEqual([id])
    expect(await likeOnes(2, '20', souza({ accountNumber: '9876544' }))).toEqual([])
    expect(await likeOnes(2, '20.01')).toEqual([])
    expect(await likeOnes(2, '20', souza(), 'USD')).toEqual([])
  })

  it('counts from the day of its export, when that came later', async () => {
    const id = await entered('30', 6)
    expect(await likeOnes(13, '30')).toEqual([id])
    expect(await likeOnes(14, '30')).toEqual([])
  })

  it('with more than ten times the usual amount of at least three exported payouts in its currency is warned of', async () => {
    const first = await entered('100', 2)
    const { id, version } = beneficiaryOf(await store.write((tx) => payoutRow(tx, first)))!
    const paid = (amount: string, change: Record<string, string | boolean> = {}) =>
      entered(amount, 2, { beneficiary: { id, version }, entry: souza({ amount, ...change }) })
    async function doubts(amount: string, change: Record<string, string> = {}) {
      const entry = { ...souza({ amount }), ...change }
      const warnings = await warningsOfForm(store, { entry, beneficiaryId: id })
      return warnings.filter(({ code }) => code === 'amount_above_usual').map(({ params }) => params.usual)
    }
    await paid('120')
    await paid('5', { testMode: true })
    expect(await doubts('99999')).toEqual([])
    await paid('110')
    expect(await doubts('1100')).toEqual([])
    expect(await doubts('1100.01')).toEqual([110])
    expect(await doubts('99999', { currencyCode: 'USD' })).toEqual([])
    expect(await doubts('99999', { amount: 'x' })).toEqual([])
    await paid('3000.5')
    expect(await doubts('1150')).toEqual([])
    expect(await doubts('1150.01')).toEqual([115])
  })
})
