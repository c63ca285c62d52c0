import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Issue, warningId } from '#shared/api/issue.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { findBeneficiary } from '../entry/beneficiary-rows.ts'
import type { EntryWithReading } from '../entry/written-entry.ts'
import { makeExport } from '../exports/make-export.ts'
import { approveOne } from '../lists/approval-job.ts'
import { detailsWarnings } from '../payout-state/details-warnings.ts'
import { theOne } from '../payouts/move-together.ts'
import { revealPayout } from '../payouts/reveal-payout.ts'
import { enterPayout } from '../payouts/save-payouts.ts'
import { submitPayouts } from '../payouts/submit-payouts.ts'
import { warningsOfForm } from '../payouts/warnings.ts'
import type { Member } from '../people/member.ts'
import { personNamed, readName } from '../people/people.ts'
import { findTermHolders } from '../search/term-holders.ts'
import type { Reader, Store } from '../store/store.ts'
import { named, souza, writtenBeneficiary } from '../testing/beneficiaries.ts'
import { confirmedWithReason } from '../testing/payouts.ts'
import { memberOf } from '../testing/people.ts'
import { type Place, someStores } from '../testing/stores.ts'
import { beneficiaryWarnings, twinTerms } from './beneficiary-warnings.ts'
import { findOne } from './find-beneficiaries.ts'
import { saveChange, saveNew, type Version } from './save-beneficiary.ts'
import { setStatus } from './set-status.ts'

const elsewhere = souza({ accountNumber: '55555-5' })

/** What the saved beneficiaries and the payouts to them say. */
async function warningsAgainst(
  reader: Reader,
  written: EntryWithReading,
  beneficiaryId?: string,
): Promise<readonly Issue[]> {
  const changed = beneficiaryId === undefined ? [] : await detailsWarnings(reader, written, beneficiaryId)
  const holders = await findTermHolders(reader.db, twinTerms(reader.encryption, written))
  const row = beneficiaryId === undefined ? undefined : await findBeneficiary(reader.db, beneficiaryId)
  return [...beneficiaryWarnings(reader, holders, written, row), ...changed]
}

describe.each(someStores)('what saved beneficiaries say against a payout, on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  let clerk: Member
  let reviewer: Member
  let saved: Version
  beforeEach(async () => {
    place = await makePlace()
    store = await place.open()
    clerk = memberOf(await store.write((tx) => personNamed(tx, readName('Carla Dias'))))
    reviewer = memberOf(await store.write((tx) => personNamed(tx, readName('Rui Ramos'))))
    saved = await save(souza())
  })
  afterEach(async () => {
    await store.close()
    await place.remove()
  })

  const save = (entry: Entry) => store.write((tx) => saveNew(tx, clerk, writtenBeneficiary(tx, entry)))
  const warned = (entry = souza(), beneficiaryId = saved.id) => warnedOf(entry, beneficiaryId)
  const warnedOf = (entry: Entry, beneficiaryId?: string) =>
    warningsAgainst(store, writtenBeneficiary(store, entry), beneficiaryId)
  const change = async (entry = elsewhere, person = clerk) => {
    saved = await store.write((tx) => saveChange(tx, person, saved, writtenBeneficiary(tx, entry)))
  }
  const pay = async (entry = souza()) => exported(await approved(entry))

  /** A payout to the saved beneficiary, approved by another person. */
  async function approved(paid = souza()): Promise<string> {
    const entry = { ...paid, amount: '10' }
    const warnings = await warningsOfForm(store, { entry, beneficiaryId: saved.id })
    const confirmed = warnings.map((warning) => ({ warningId: warningId(warning) }))
    const write = { beneficiary: saved, entry, confirmed, submit: false }
    return store.write(async (tx) => {
      const sent = theOne(await submitPayouts(tx, clerk, [await enterPayout(tx, clerk, write)]))
      const shown = await revealPayout(tx, reviewer, sent.id)
      await approveOne(tx, 'local', reviewer, sent, { ...shown, confirmed: confirmedWithReason(shown.warnings) })
      return sent.id
    })
  }

  function exported(...payoutIds: readonly string[]) {
    return store.write((tx) => makeExport(tx, clerk, { payoutIds: [...payoutIds], format: 'json', again: false }))
  }

  it('is nothing for a beneficiary who was never paid, whatever changes', async () => {
    await change()
    expect(await warned(elsewhere)).toEqual([])
  })

  it('is nothing for a beneficiary who is paid as the last time', async () => {
    await pay()
    expect(await warned()).toEqual([])
    expect(await warned(souza({ accountNumber: '9876543', city: 'Natal' }))).toEqual([])
  })

  it('is an account that has changed since the last payout', async () => {
    await pay()
    await change()
    expect(await warned(elsewhere)).toMatchObject([
      { field: 'accountNumber', code: 'details_changed', params: { state: 'exported', order: 'newer' } },
    ])
  })

  it('is the same before and after the change is saved, so that it is confirmed once', async () => {
    await pay()
    const before = (await warned(elsewhere)).map(warningId)
    await change()
    expect((await warned(elsewhere)).map(warningId)).toEqual(before)
    expect(before).toHaveLength(1)
  })

  it('asks again when the account changes once more', async () => {
    await pay()
    const [first = ''] = (await warned(elsewhere)).map(warningId)
    expect((await warned(souza({ accountNumber: '66666-6' }))).map(warningId)).not.toContain(first)
  })

  it('is over once the new account was paid', async () => {
    await pay()
    await change()
    await pay(elsewhere)
    expect(await warned(elsewhere)).toEqual([])
  })

  it('stays once a test went to the new account, which moves no money', async () => {
    await pay()
    await change()
    await pay({ ...elsewhere, testMode: true })
    expect(await warned(elsewhere)).toMatchObject([{ code: 'details_changed' }])
  })

  it('stays while only payouts to the old account are exported', async () => {
    await pay()
    const old = await approved()
    await change()
    expect(await warned(elsewhere)).toMatchObject([{ code: 'details_changed' }])
    await exported(old)
    expect(await warned(elsewhere)).toMatchObject([{ code: 'details_changed' }])
    await pay(elsewhere)
    expect(await warned(elsewhere)).toEqual([])
  })

  it('is told of the beneficiary too, by where the money went and not by when the account changed', async () => {
    const shown = () => findOne(store, clerk, saved.id)
    expect((await shown()).detailsChanged).toEqual([])
    await pay()
    expect((await shown()).detailsChanged).toEqual([])
    const old = await approved()
    await change()
    await exported(old)
    const { detailsChanged, lastPayoutAt, updatedAt } = await shown()
    expect(detailsChanged).toMatchObject([{ params: { payoutId: old, state: 'exported' } }])
    expect(lastPayoutAt?.localeCompare(updatedAt)).toBe(1)
    await pay(elsewhere)
    expect((await shown()).detailsChanged).toEqual([])
  })

  it('notes who changed which identifying details, not who only wrote them otherwise', async () => {
    const changes = async () =>
      (await store.db.selectFrom('details_changes').selectAll().orderBy('version').execute()).slice(1)
    await change(souza({ accountNumber: '987 654-3', city: 'Natal' }), reviewer)
    expect(await changes()).toEqual([])
    await change(souza({ accountNumber: '55555-5', beneficiaryFirstName: 'Iara' }), reviewer)
    expect(await changes()).toMatchObject([
      { version: 3, fields: '["beneficiaryFirstName","accountNumber"]', changed_by: reviewer.id },
    ])
  })

  it('asks again when there is another Pix key with the same account', async () => {
    const withPix = (recipientPixKey: string) => souza({ method: 'pix-with-bank', recipientPixKey })
    await pay()
    const [first = ''] = (await warned(withPix('ana@example.com'))).map(warningId)
    expect(first).toContain('details_changed')
    expect((await warned(withPix('other@example.com'))).map(warningId)).not.toContain(first)
  })

  it('is that a deactivated beneficiary is not paid until they are restored', async () => {
    saved = await store.write((tx) => setStatus(tx, clerk, saved, 'archived'))
    expect(await warned()).toMatchObject([{ code: 'beneficiary_archived', params: { beneficiaryId: saved.id } }])
    saved = await store.write((tx) => setStatus(tx, clerk, saved, 'active'))
    expect(await warned()).toEqual([])
  })

  it('quotes neither a number nor a name', async () => {
    await pay()
    const twin = souza({ accountNumber: '77777-7', beneficiaryFirstName: 'Bea' })
    const all = JSON.stringify([...(await warned(elsewhere)), ...(await warnedOf(twin))])
    expect(all).toContain('document_other_account')
    expect(all).not.toMatch(/11144477735|111\.444|55555|77777|Ana|Bea|Souza/)
  })

  it('is nothing where neither a document nor an account is given', async () => {
    await save(named('Kofi', 'Mensah'))
    expect(await warnedOf(named('Kofi', 'Mensah'))).toEqual([])
  })

  it('names at most fifty others, always the same ones', async () => {
    for (let i = 0; i < 52; i += 1) await save(souza({ accountNumber: `8${1000 + i}-0` }))
    const first = await warnedOf(elsewhere)
    expect(first).toHaveLength(50)
    expect(await warnedOf(elsewhere)).toEqual(first)
  })
})
