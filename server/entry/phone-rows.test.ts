import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#shared/api/session.ts'
import { personNamed, readName } from '../people/people.ts'
import { eraseBeneficiary } from '../privacy/person-data.ts'
import { verifyRows } from '../programs/verify-rows.ts'
import type { Store } from '../store/store.ts'
import { souza } from '../testing/beneficiaries.ts'
import { staffOf } from '../testing/staff.ts'
import { type Place, someStores } from '../testing/stores.ts'
import { savedPhones } from './phone-rows.ts'

describe.each(someStores)('Phone numbers of beneficiaries, on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  let staff: ReturnType<typeof staffOf>
  let [ana, dora]: Person[] = []

  beforeAll(async () => {
    place = await makePlace()
    store = await place.open()
    staff = staffOf(store)
    ana = await store.write((tx) => personNamed(tx, readName('Ana Souza')))
    dora = await store.write((tx) => personNamed(tx, readName('Dora Reis')))
  })

  afterAll(async () => {
    await store.close()
    await place.remove()
  })

  async function numbersOf(id: string) {
    return (await savedPhones(store, id)).map(({ version, number, saved_by }) => [version, number, saved_by])
  }

  test('Phone numbers: each that a beneficiary has had is kept, with who saved it in which version', async () => {
    const { id } = await staff.save(ana!, souza({ phone: '+55 81 91234-5678' }))
    await staff.change(dora!, { id }, { city: 'Olinda' })
    await staff.change(dora!, { id }, { phone: '+55 81 90000-1111' })
    await staff.change(ana!, { id }, { phone: '' })
    expect(await numbersOf(id)).toEqual([
      [1, '+55 81 91234-5678', ana!.id],
      [3, '+55 81 90000-1111', dora!.id],
      [4, '', ana!.id],
    ])
  })

  test('Phone numbers: one that was slipped in, moved to an earlier version or taken away in the database is not believed', async () => {
    const { id } = await staff.save(ana!, souza({ phone: '+55 81 91234-5678' }))
    await staff.change(dora!, { id }, { city: 'Olinda' })
    await staff.change(dora!, { id }, { phone: '+55 81 90000-1111' })
    const rows = await store.db.selectFrom('phone_numbers').selectAll().where('beneficiary_id', '=', id).execute()
    const put = (changed: typeof rows) =>
      store.write(async ({ db }) => {
        await db.deleteFrom('phone_numbers').where('beneficiary_id', '=', id).execute()
        await db.insertInto('phone_numbers').values(changed).execute()
      })
    const [first, second] = rows.toSorted((one, other) => one.version - other.version)
    for (const forged of [
      [first!],
      [first!, { ...second!, version: 2 }],
      [
        { ...second!, version: 1 },
        { ...first!, version: 3 },
      ],
      [first!, second!, { ...second!, id: 'forged', version: 4 }],
    ]) {
      await put(forged)
      await expect(numbersOf(id)).rejects.toMatchObject({ code: 'TAMPERED' })
      expect(await verifyRows(store.db, store.encryption)).toEqual([
        'The phone numbers of beneficiaries: others are saved than the audit log says.',
      ])
    }
    await put(rows)
    expect(await numbersOf(id)).toHaveLength(2)
    expect(await verifyRows(store.db, store.encryption)).toEqual([])
  })

  test('Phone numbers: an erasure removes them', async () => {
    const saved = await staff.save(ana!, souza({ phone: '+55 81 91234-5678' }))
    await store.write((tx) => eraseBeneficiary(tx, ana!, saved))
    expect(await numbersOf(saved.id)).toEqual([])
    expect(await verifyRows(store.db, store.encryption)).toEqual([])
  })
})
