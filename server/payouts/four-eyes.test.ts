import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#shared/api/session.ts'
import type { RawEntry } from '#shared/payout/entry.ts'
import type { Version } from '../beneficiaries/save-beneficiary.ts'
import { beginExport } from '../exports/make-export.ts'
import { markPayouts } from '../exports/mark-payouts.ts'
import { Failure } from '../kernel/failure.ts'
import { personNamed, readName } from '../people/people.ts'
import type { Store } from '../store/store.ts'
import { named, souza } from '../testing/beneficiaries.ts'
import { sampleNamed } from '../testing/payouts.ts'
import { memberOf } from '../testing/people.ts'
import { staffOf } from '../testing/staff.ts'
import { type Place, someStores } from '../testing/stores.ts'

describe.each(someStores)('Four eyes, on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  let staff: ReturnType<typeof staffOf>
  let [ana, bruno, carla, dora]: Person[] = []

  beforeAll(async () => {
    place = await makePlace()
    store = await place.open()
    staff = staffOf(store)
    ana = await store.write((tx) => personNamed(tx, readName('Ana Souza')))
    bruno = await store.write((tx) => personNamed(tx, readName('Bruno Lima')))
    carla = await store.write((tx) => personNamed(tx, readName('Carla Dias')))
    dora = await store.write((tx) => personNamed(tx, readName('Dora Reis')))
  })

  afterAll(async () => {
    await store.close()
    await place.remove()
  })

  /** A beneficiary whom Dora has entered, and Bruno and Carla have paid. */
  async function paid(entry: RawEntry): Promise<Version> {
    const saved = await staff.save(dora!, entry)
    await payOut(saved)
    return saved
  }

  async function payOut(saved: Version): Promise<void> {
    const { id } = await staff.pay(bruno!, saved)
    await staff.approve(carla!, id)
    await staff.export(bruno!, id)
  }

  /** What comes of approving the payout that Bruno enters now. */
  async function approvalOf(saved: Version, person: Person, changes: RawEntry = {}): Promise<string> {
    const { id } = await staff.pay(bruno!, saved, changes)
    return outcome(() => staff.approve(person, id))
  }

  async function outcome(act: () => Promise<{ readonly state: string }>): Promise<string> {
    try {
      return (await act()).state
    } catch (error) {
      if (error instanceof Failure) return error.code
      throw error
    }
  }

  const account = { bankName: '341', accountNumber: '55555-5' }

  test('Four eyes: where a country asks for no account, who changed the name cannot approve', async () => {
    const kofi = await paid(named('Kofi', 'Mensah'))
    await staff.change(ana!, kofi, { beneficiaryLastName: 'Boateng' })
    expect(await approvalOf(kofi, ana!)).toBe('OWN_ENTRY')
    expect(await approvalOf(kofi, carla!)).toBe('approved')
  })

  test("Four eyes: who changed the document for Colombia's instant payment cannot approve", async () => {
    const { method, entry } = sampleNamed('Colombia · Instant')
    const { amount, currencyCode, ...details } = entry
    const saved = await paid({ method: method.id, ...details })
    await staff.change(ana!, saved, { documentNumber: '1020304051' })
    expect(await approvalOf(saved, ana!)).toBe('OWN_ENTRY')
  })

  test('Four eyes: an account at which another beneficiary was paid counts for nothing', async () => {
    await paid(souza({ ...account, documentNumber: '529.982.247-25' }))
    const saved = await paid(souza())
    await staff.change(ana!, saved, account)
    expect(await approvalOf(saved, ana!)).toBe('OWN_ENTRY')
  })

  test('Four eyes: all who changed the details since they were last paid are held off, not only the last', async () => {
    const saved = await paid(souza())
    await staff.change(ana!, saved, account)
    await staff.change(dora!, saved, { accountAgencyNumber: '1234' })
    expect(await approvalOf(saved, ana!)).toBe('OWN_ENTRY')
    expect(await approvalOf(saved, dora!)).toBe('OWN_ENTRY')
    expect(await approvalOf(saved, carla!)).toBe('approved')
  })

  test('Four eyes: who changed name and document of an account as it was cannot approve', async () => {
    const saved = await paid(souza())
    await staff.change(ana!, saved, { beneficiaryFirstName: 'Iara', documentNumber: '529.982.247-25' })
    expect(await approvalOf(saved, ana!)).toBe('OWN_ENTRY')
  })

  test('Four eyes: a test that is exported counts for nothing', async () => {
    const saved = await staff.save(ana!, souza())
    const { id } = await staff.pay(bruno!, saved, { testMode: true })
    await staff.approve(carla!, id)
    await staff.export(bruno!, id)
    expect(await approvalOf(saved, ana!)).toBe('OWN_ENTRY')
  })

  test('Four eyes: a payout to the old details that is exported after the change counts for nothing', async () => {
    const saved = await staff.save(dora!, souza())
    const { id } = await staff.pay(bruno!, saved)
    await staff.approve(carla!, id)
    await staff.change(ana!, saved, account)
    await staff.export(bruno!, id)
    expect(await approvalOf(saved, ana!)).toBe('OWN_ENTRY')
  })

  test('Four eyes: who changed the details while a payout was hidden from that change cannot approve it', async () => {
    const saved = await staff.save(dora!, souza())
    const { id } = await staff.pay(bruno!, saved)
    const put = (state: 'draft' | 'in_review') =>
      store.write(({ db }) => db.updateTable('payouts').set({ state }).where('id', '=', id).execute())
    await put('draft')
    await staff.change(ana!, saved, account)
    await put('in_review')
    expect(await outcome(() => staff.approve(ana!, id))).toBe('OWN_ENTRY')
    expect(await outcome(() => staff.approve(carla!, id))).toBe('approved')
  })

  test('Four eyes: an export that may yet be undone counts for nothing, whatever its row says', async () => {
    const saved = await paid(souza())
    await staff.change(ana!, saved, account)
    const { id } = await staff.pay(bruno!, saved)
    await staff.approve(carla!, id)
    const exportId = await store.write(async (tx) => {
      const begun = await beginExport(tx, memberOf(bruno!), { payoutIds: [id], format: 'json', again: false })
      const marking = { exportId: begun, from: 0, isAgain: false, proofs: new Map() }
      await markPayouts(tx, memberOf(bruno!), [id], marking)
      return begun
    })
    for (const exportState of ['preparing', 'made'] as const) {
      await store.write(({ db }) =>
        db.updateTable('exports').set({ state: exportState }).where('id', '=', exportId).execute(),
      )
      expect(await approvalOf(saved, ana!)).toBe('OWN_ENTRY')
    }
    // Nor does the row of before that was put back once it is undone.
    const thing = { type: 'export', id: exportId } as const
    await store.write((tx) => tx.audit({ personId: bruno!.id, action: 'export.undone', thing, facts: {} }))
    expect(await approvalOf(saved, ana!)).toBe('OWN_ENTRY')
  })

  test('Four eyes: who changes the details while a payout waits for review cannot approve that either', async () => {
    const saved = await paid(souza())
    const { id } = await staff.pay(bruno!, saved)
    await staff.change(ana!, saved, account)
    expect(await outcome(() => staff.approve(ana!, id))).toBe('OWN_ENTRY')
    expect(await outcome(() => staff.approve(carla!, id))).toBe('approved')
  })

  test('Four eyes: who types the details before they take their decision back cannot approve any more', async () => {
    const saved = await paid(souza())
    await staff.change(dora!, saved, account)
    for (const decide of [(id: string) => staff.move(ana!, 'return', id), (id: string) => staff.approve(ana!, id)]) {
      const { id } = await staff.pay(bruno!, saved)
      await decide(id)
      await staff.change(ana!, saved, { accountNumber: '77777-7' })
      await staff.change(ana!, saved, account)
      await staff.move(ana!, 'undo', id)
      expect(await outcome(() => staff.approve(ana!, id))).toBe('OWN_ENTRY')
      expect(await outcome(() => staff.approve(carla!, id))).toBe('approved')
      await staff.export(bruno!, id)
      await staff.change(dora!, saved, { accountAgencyNumber: '4321' })
    }
  })

  test('Four eyes: who changed the details approves again once exactly these were exported, until they change again', async () => {
    const saved = await paid(souza())
    await staff.change(ana!, saved, account)
    await payOut(saved)
    expect(await approvalOf(saved, ana!)).toBe('approved')
    await staff.change(ana!, saved, { accountNumber: '66666-6' })
    await staff.change(dora!, saved, account)
    expect(await approvalOf(saved, ana!)).toBe('OWN_ENTRY')
    expect(await approvalOf(saved, dora!)).toBe('OWN_ENTRY')
  })
})
