import { expect, it } from 'vitest'
import { someStores } from '../testing/stores.ts'
import { aDayLater, newHold } from './holds.ts'
import { addPerson } from './people-rows.ts'

const person = { type: 'person', id: 'p1' } as const

it.each(someStores)(
  'no one is held on the first day by the audit log, and after it all are, whatever rows say, on $name',
  async ({ makePlace }) => {
    const place = await makePlace()
    let hours = 0
    const now = () => new Date(Date.parse('2026-11-21T12:00:00.000Z') + hours * 3_600_000)
    const store = await place.open(now)
    expect(await newHold(store)).toBeNull()
    await store.write(({ audit }) =>
      audit({
        personId: 'p0',
        action: 'person.added',
        thing: { type: 'person', id: 'p0' },
        facts: { name: 'By Name' },
      }),
    )
    hours = 48
    expect(await newHold(store)).toBeNull()
    await store.write(({ audit }) =>
      audit({ personId: 'p1', action: 'person.enrolled', thing: person, facts: { name: 'Ada' } }),
    )
    hours = 71
    expect(await newHold(store)).toBeNull()
    hours = 72
    expect(await newHold(store)).toBe(aDayLater(store))
    const late = { id: 'x', name: 'Zed', name_key: 'zed', created_at: '+010000-01-01T00:00:00.000Z' }
    await store.write((tx) => addPerson(tx, { ...late, email: 'zed@example.com' }))
    expect(await newHold(store)).toBe(aDayLater(store))
    // A clock that went back before the first day holds too.
    hours = 0
    expect(await store.write(newHold)).toBe(aDayLater(store))
    await store.close()
    await place.remove()
  },
)
