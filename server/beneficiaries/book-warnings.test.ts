import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { remarkKey } from '#shared/api/fault.ts'
import { systemClock } from '../clock.ts'
import type { Store } from '../store/store.ts'
import { named, souza } from '../testing/beneficiaries.ts'
import { type Place, stores } from '../testing/stores.ts'
import { notePayout, saveChange, saveNew, type Version } from './book.ts'
import { bookWarnings } from './book-warnings.ts'

const clerk = { id: 'clerk-1', name: 'Clerk' }
const elsewhere = souza({ accountNumber: '55555-5' })

describe.each(stores)('what the book says against a payout, on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  let saved: Version
  beforeEach(async () => {
    place = await makePlace()
    store = await place.open()
    saved = await store.write((tx) => saveNew(tx, parts(), clerk, souza()))
  })
  afterEach(async () => {
    await store.close()
    await place.remove()
  })

  const parts = () => ({ sealing: store.sealing, clock: systemClock })
  const warned = (details = souza(), beneficiaryId = saved.id) =>
    bookWarnings(store.db, parts(), details, { beneficiaryId })
  const pay = () => store.write((tx) => notePayout(tx, [saved.id, saved.id], systemClock.date().toISOString()))
  const change = (details = elsewhere) => store.write((tx) => saveChange(tx, parts(), clerk, saved, details))

  it('is nothing of somebody who was never paid, whatever changes', async () => {
    await change()
    expect(await warned(elsewhere)).toEqual([])
  })

  it('is nothing of somebody who is paid as the last time', async () => {
    await pay()
    expect(await warned()).toEqual([])
    expect(await warned(souza({ accountNumber: '9876543', city: 'Natal' }))).toEqual([])
  })

  it('is an account that has changed since the last payout', async () => {
    await pay()
    await change()
    expect(await warned(elsewhere)).toMatchObject([
      { field: 'accountNumber', code: 'bank_changed', params: { beneficiaryId: saved.id } },
    ])
  })

  it('is the same before and after the change is saved, so that it is confirmed once', async () => {
    await pay()
    const before = (await warned(elsewhere)).map(remarkKey)
    await change()
    expect((await warned(elsewhere)).map(remarkKey)).toEqual(before)
    expect(before).toHaveLength(1)
  })

  it('asks anew when the account changes once more', async () => {
    await pay()
    const [first = ''] = (await warned(elsewhere)).map(remarkKey)
    expect((await warned(souza({ accountNumber: '66666-6' }))).map(remarkKey)).not.toContain(first)
  })

  it('is over once the new account was paid', async () => {
    await pay()
    await change()
    await pay()
    expect(await warned(elsewhere)).toEqual([])
  })

  it('quotes neither a number nor a name', async () => {
    await pay()
    const twin = souza({ accountNumber: '77777-7', beneficiaryFirstName: 'Bea' })
    const all = JSON.stringify([...(await warned(elsewhere)), ...(await bookWarnings(store.db, parts(), twin))])
    expect(all).toContain('document_other_account')
    expect(all).not.toMatch(/11144477735|111\.444|55555|77777|Ana|Bea|Souza/)
  })

  it('is nothing in a country where neither document nor account is asked', async () => {
    await store.write((tx) => saveNew(tx, parts(), clerk, named('Kofi', 'Mensah')))
    expect(await bookWarnings(store.db, parts(), named('Kofi', 'Mensah'))).toEqual([])
  })

  it('names at most ten others, always the same ones', async () => {
    for (let i = 0; i < 12; i += 1) {
      await store.write((tx) => saveNew(tx, parts(), clerk, souza({ accountNumber: `8000${i}-0` })))
    }
    const first = await bookWarnings(store.db, parts(), elsewhere)
    expect(first).toHaveLength(10)
    expect(await bookWarnings(store.db, parts(), elsewhere)).toEqual(first)
  })
})
