import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RawEntry } from '#shared/payout/entry.ts'
import type { Version } from '../beneficiaries/save-beneficiary.ts'
import { findWithChanges } from '../payouts/find-payouts.ts'
import { revealPayout } from '../payouts/reveal-payout.ts'
import { warningsOfForm } from '../payouts/warnings.ts'
import type { Member } from '../people/member.ts'
import { personNamed, readName } from '../people/people.ts'
import { englishIssue } from '../problems/english-texts.ts'
import type { Store } from '../store/store.ts'
import { named, souza } from '../testing/beneficiaries.ts'
import { memberOf } from '../testing/people.ts'
import { staffOf } from '../testing/staff.ts'
import { type Place, someStores } from '../testing/stores.ts'
import { detailsWarnings } from './details-warnings.ts'
import { payoutRow, writtenPayout } from './saved-payout.ts'

describe.each(someStores)('Changed details, on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  let staff: ReturnType<typeof staffOf>
  let [ana, bruno, carla]: Member[] = []

  beforeAll(async () => {
    place = await makePlace()
    let minute = 0
    store = await place.open(() => new Date(Date.UTC(2026, 10, 22, 12, minute++)))
    staff = staffOf(store)
    ana = memberOf(await store.write((tx) => personNamed(tx, readName('Ana Souza'))))
    bruno = memberOf(await store.write((tx) => personNamed(tx, readName('Bruno Lima'))))
    carla = memberOf(await store.write((tx) => personNamed(tx, readName('Carla Dias'))))
  })

  afterAll(async () => {
    await store.close()
    await place.remove()
  })

  const pixKey = (recipientPixKey: string) => souza({ method: 'pix', recipientPixKey })

  /** The warnings about the details of a payout, in English. */
  async function saidOf(id: string): Promise<readonly string[]> {
    return (await warningsOf(id)).map(englishIssue)
  }

  async function warningsOf(id: string) {
    const row = await payoutRow(store, id)
    return detailsWarnings(store, writtenPayout(store, row), row.beneficiary_id ?? '', id)
  }

  /** A beneficiary with a payout in a state, and the id of that payout. */
  async function paid(entry: RawEntry, state: 'in_review' | 'approved' | 'exported') {
    const saved = await staff.save(ana!, entry)
    const { id } = await staff.pay(bruno!, saved)
    if (state !== 'in_review') await staff.approve(carla!, id)
    if (state === 'exported') await staff.export(bruno!, id)
    return { saved, id }
  }

  /** The payout that Bruno enters after Ana has changed something. */
  async function paidAfter(saved: Version, changes: RawEntry): Promise<string> {
    await staff.change(ana!, saved, changes)
    return (await staff.pay(bruno!, saved)).id
  }

  test.each([
    ['in_review', 'a payout in review'],
    ['approved', 'an approved payout'],
    ['exported', 'the last exported payout'],
  ] as const)(
    'Changed details: a payout is warned of against one that is %s, with what changed, masked, and who changed it',
    async (state, words) => {
      const { saved, id } = await paid(pixKey('+5511987656655'), state)
      const next = await paidAfter(saved, { recipientPixKey: '+5511987653311' })
      expect(await saidOf(next)).toEqual([
        `The details have changed since ${words} to this beneficiary: Pix key …6655 → …3311, changed by Ana Souza. Make sure that the beneficiary asked for the change.`,
      ])
      const [warning] = await warningsOf(next)
      const { changed_at } = await store.db
        .selectFrom('details_changes')
        .selectAll()
        .where('beneficiary_id', '=', saved.id)
        .where('version', '=', 2)
        .executeTakeFirstOrThrow()
      expect(warning?.params).toMatchObject({ payoutId: id, state, order: 'newer', times: [changed_at] })
      expect(JSON.stringify(warning)).not.toMatch(/1198765/)
    },
  )

  test('Changed details: the older payout in review is told of the newer one, in the same order', async () => {
    const { saved, id } = await paid(pixKey('+5511987656655'), 'in_review')
    await paidAfter(saved, { recipientPixKey: '+5511987653311' })
    expect(await saidOf(id)).toEqual([
      'This payout has older details than a payout in review to this beneficiary: Pix key …6655 → …3311, changed by Ana Souza. Check which ones are right.',
    ])
  })

  test('Changed details: name and document count where no account is asked for, each with who changed it', async () => {
    const { saved } = await paid({ ...named('Kofi', 'Mensah'), documentNumber: '4711' }, 'exported')
    await staff.change(carla!, saved, { beneficiaryLastName: 'Boateng' })
    const next = await paidAfter(saved, { documentNumber: '990012' })
    expect(await saidOf(next)).toEqual([
      'The details have changed since the last exported payout to this beneficiary: Last name Mensah → Boateng, changed by Carla Dias; Document number …11 → …12, changed by Ana Souza. Make sure that the beneficiary asked for the change.',
    ])
  })

  test('Changed details: a value is shown by its name, and an end that stays the same or is gone is reported as such', async () => {
    const { saved } = await paid(souza(), 'exported')
    const next = await paidAfter(saved, {
      accountNumber: '117654-3',
      bankName: '341',
      payoutAccountTypeCode: '0001',
      documentNumber: '529.982.247-25',
    })
    const [said = ''] = await saidOf(next)
    expect(said).toContain('Account number changed, still ending in …43, changed by Ana Souza')
    expect(said).toMatch(/Bank .*Brasil.* → .*Ita/)
    expect(said).toMatch(/CPF …7735 → …4725/)
    const byPix = await paidAfter(saved, pixKey('iara@example.com'))
    expect((await saidOf(byPix)).join()).toMatch(/Pix key i…@example\.com \(was blank\)/)
  })

  test('Changed details: what is typed into a form has no author of a change yet, and is confirmed for the payout that is saved of it', async () => {
    const { saved } = await paid(souza(), 'exported')
    const entry = { ...souza({ accountNumber: '55555-5' }), amount: '10' }
    const [typed] = (await warningsOfForm(store, { entry, beneficiaryId: saved.id })).filter(
      ({ code }) => code === 'details_changed',
    )
    expect(typed && englishIssue(typed)).toContain('Account number …43 → …55. Make sure')
    const { id } = await staff.pay(bruno!, saved, { accountNumber: '55555-5' })
    const shown = await store.write((tx) => revealPayout(tx, carla!, id))
    expect(shown.warnings.filter(({ code }) => code === 'details_changed')).toMatchObject([
      { confirmedBy: { name: 'Bruno Lima' }, params: { from: typed?.params.from, to: typed?.params.to } },
    ])
  })

  test('Changed details: they are told of the payout itself until it is exported, and make a shown approval stale', async () => {
    const { saved, id } = await paid(souza(), 'in_review')
    const shown = await store.write((tx) => revealPayout(tx, carla!, id))
    const next = await paidAfter(saved, { accountNumber: '55555-5' })
    const again = await store.write((tx) => revealPayout(tx, carla!, id))
    expect(again.warningsHash).not.toBe(shown.warningsHash)
    const told = async (of: string) => (await findWithChanges(store, 'local', carla!, of)).detailsChanged
    expect(await told(next)).toMatchObject([{ code: 'details_changed', params: { payoutId: id } }])
    await staff.approve(carla!, next)
    await staff.export(bruno!, next)
    expect(await told(next)).toEqual([])
    expect(await told(id)).toMatchObject([{ params: { payoutId: next, state: 'exported', order: 'older' } }])
  })
})
