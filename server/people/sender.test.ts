import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store, Transaction } from '../store/store.ts'
import { memberSession } from '../testing/members.ts'
import { type Place, stores } from '../testing/stores.ts'
import { type Member, memberIn } from './member.ts'
import { allPeople, changePerson } from './people-rows.ts'
import { inNameOf, type SendersStore, storeForRoutes } from './sender.ts'

/** What a store can do, and whether it is a way to write in a transaction. */
const abilities = {
  write: true,
  writeJointly: true,
  sharing: true,
  now: false,
  entriesAbout: false,
  sumsOfEntries: false,
  payoutsPaying: false,
  payoutsAwaitingWith: false,
  approvedBy: false,
  paidOther: false,
  outAmong: false,
  calledBack: false,
  findings: false,
  hosts: false,
  loggedJobs: false,
  recentSignIns: false,
  check: false,
  wipe: false,
  newestEntry: false,
  close: false,
} as const satisfies {
  readonly [Name in keyof Store as Store[Name] extends (...given: never[]) => unknown ? Name : never]: boolean
}

describe.each(stores)('The store of routes on $name', ({ makePlace }) => {
  let place: Place
  let below: Store
  let store: SendersStore
  const people: Member[] = []
  beforeAll(async () => {
    place = await makePlace()
    below = await place.open()
    store = storeForRoutes(below, 'accounts')
    const config = { signIn: 'accounts', sessionLife: { idleMs: 60_000, longestMs: 60_000 } } as const
    for (const name of ['Ana Souza', 'Bruno Lima']) await memberSession(below, config, { name, roles: ['clerk'] })
    for (const row of await allPeople(below.db)) people.push(memberIn(below, 'accounts', row)!)
  })
  afterAll(async () => {
    await below.close()
    await place.remove()
  })

  it('writes nothing by whichever way for a sender who was suspended meanwhile, and all for others who share a transaction', async () => {
    expect(
      Object.entries(store)
        .flatMap(([name, value]) => (typeof value === 'function' ? name : []))
        .toSorted(),
    ).toEqual(Object.keys(abilities).toSorted())
    const [ana, bruno] = people
    const written: string[] = []
    const note = (text: string) => async (_: Transaction) => {
      written.push(text)
      return text
    }
    const share = store.sharing(async (_, all: readonly string[]) => {
      written.push(...all)
      return all
    })
    const ways: Record<string, (text: string) => Promise<string>> = {
      write: (text) => store.write(note(text)),
      writeJointly: (text) => store.writeJointly(note(text)),
      sharing: share,
    }
    expect(Object.keys(ways)).toEqual(Object.entries(abilities).flatMap(([name, writes]) => (writes ? name : [])))
    const row = (await allPeople(below.db)).find(({ id }) => id === ana!.id)!
    await below.write((tx) => changePerson(tx, row, { status: 'suspended' }))
    for (const [name, way] of Object.entries(ways)) {
      written.length = 0
      const inName = (person: Member | undefined, text: string) =>
        inNameOf(person ? { person } : {}, new PassThrough(), () => way(text).catch((error) => error.code))
      const answers = await Promise.all([
        inName(ana, 'by Ana'),
        inName(bruno, 'by Bruno'),
        inName(undefined, 'by anyone'),
      ])
      expect([name, ...answers]).toEqual([name, 'SIGN_IN_REQUIRED', 'by Bruno', 'by anyone'])
      expect(written).not.toContain('by Ana')
    }
  })
})
