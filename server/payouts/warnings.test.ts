import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { warningId } from '#shared/api/issue.ts'
import type { Person } from '#shared/api/person.ts'
import { type Clock, systemClock } from '../clock.ts'
import { makeExport } from '../exports/make-export.ts'
import { createPeople } from '../people/create-people.ts'
import type { Store } from '../store/store.ts'
import { souza } from '../testing/beneficiaries.ts'
import { type Place, stores } from '../testing/stores.ts'
import { approvePayout, submitPayout } from './act-on-payout.ts'
import { revealPayout } from './reveal-payout.ts'
import { enterPayout } from './save-payout.ts'
import { warningsOfForm } from './warnings.ts'

/** A clock that stands on a day of November. */
function on(day: number): Clock {
  return { ...systemClock, date: () => new Date(Date.UTC(2026, 10, day, 12)) }
}

describe.each(stores)('A payout like another one, on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  let ana: Person
  let bruno: Person

  beforeAll(async () => {
    place = await makePlace()
    store = await place.open()
    const people = createPeople(store, systemClock)
    ana = await people.signIn('Ana Souza')
    bruno = await people.signIn('Bruno Lima')
  })

  afterAll(async () => {
    await store.close()
    await place.remove()
  })

  /** Enters a payout on the first of November, and exports it on a later day if one is given. */
  async function entered(amount: string, exportedOn?: number): Promise<string> {
    const deps = { encryption: store.encryption, clock: on(1) }
    const form = { details: souza(), terms: { amount } }
    const confirmed = (await warningsOfForm(store, on(1), form)).map(warningId)
    const write = { ...form, confirmed, submit: false }
    return store.write(async (tx) => {
      const draft = await enterPayout(tx, deps, ana, write)
      if (exportedOn === undefined) return draft.id
      const sent = await submitPayout(tx, deps, ana, draft)
      await approvePayout(tx, deps, bruno, sent, await revealPayout(tx, deps, bruno, sent.id))
      const wish = { payoutIds: [draft.id], format: 'json' as const, again: false }
      await makeExport(tx, { ...deps, clock: on(exportedOn) }, ana, wish)
      return draft.id
    })
  }

  async function likeOnes(day: number, amount: string, details = souza(), currencyCode = 'BRL') {
    const warnings = await warningsOfForm(store, on(day), { details, terms: { amount, currencyCode } })
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
})
