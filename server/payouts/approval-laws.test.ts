import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#shared/api/session.ts'
import { runs, sameExamples } from '#shared/testing/runs.ts'
import { findBeneficiary } from '../entry/beneficiary-rows.ts'
import { beneficiaryEntry, payoutEntry } from '../entry/entry-columns.ts'
import { findPayout } from '../entry/payout-rows.ts'
import { Failure } from '../kernel/failure.ts'
import { approvalsIn } from '../payout-state/payout-approvals.ts'
import type { Member } from '../people/member.ts'
import { personNamed, readName } from '../people/people.ts'
import { proposePolicy } from '../policy/approval-policy.ts'
import type { Store } from '../store/store.ts'
import { souza } from '../testing/beneficiaries.ts'
import { confirmAll } from '../testing/confirmed.ts'
import { memberOf } from '../testing/people.ts'
import { staffOf } from '../testing/staff.ts'
import { type Place, stores } from '../testing/stores.ts'
import { distrust } from './distrust.ts'

/* Four eyes and the approval policy together, over whatever three people and an API token of one of them do. */

let place: Place
let store: Store
let staff: ReturnType<typeof staffOf>
/** Ana, Bruno, Carla, and Carla's token. */
let people: readonly Member[]

beforeAll(async () => {
  place = await stores[0]!.makePlace()
  store = await place.open()
  staff = staffOf(store)
  const person = (name: string): Promise<Person> => store.write((tx) => personNamed(tx, readName(name)))
  const [ana, bruno, carla, token] = [
    memberOf(await person('Ana Souza')),
    memberOf(await person('Bruno Lima')),
    memberOf(await person('Carla Dias')),
    await person('The shop'),
  ]
  people = [ana, bruno, carla, memberOf({ ...token, roles: ['clerk'], ownerIds: [carla.id] })]
  const twoApprovals = { above: '100', approvals: 2, appliesTo: 'day' } as const
  // Changed accounts are not called back here, as else hardly anything would go out.
  const noCalls = { above: '1000000', approvals: 1, appliesTo: 'calledIfChanged' } as const
  await store.write((tx) => proposePolicy(tx, ana, { BRL: [twoApprovals, noCalls] }))
  await confirmAll({ openStore: async () => store, url: '' })
})

afterAll(async () => {
  await store.close()
  await place.remove()
})

async function isDone(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

const acts = ['change', 'edit', 'withdraw', 'submit', 'return', 'undo', 'distrust'] as const

interface Deed {
  readonly act: (typeof acts)[number] | 'pay' | 'approve' | 'export'
  readonly by: number
  /** Which payout, the newest first. */
  readonly place: number
  /** Which account is typed; null: none. */
  readonly account: number | null
  readonly amount: string
}

const amounts = fc.constantFrom('10', '60', '90', '200')

const anyDeed: fc.Arbitrary<Deed> = fc.record({
  act: fc.constantFrom(...acts, 'pay', 'approve', 'approve', 'export'),
  by: fc.nat(3),
  place: fc.nat(2),
  account: fc.option(fc.nat(1)),
  amount: amounts,
})

/** A person changes the saved account, and a payout is sent to review: few random sequences would do that. */
const way = fc
  .record({
    changer: fc.nat(3),
    account: fc.nat(1),
    payer: fc.nat(3),
    amount: amounts,
    one: fc.nat(2),
    other: fc.nat(2),
    between: anyDeed,
    at: fc.nat(9),
  })
  .map(({ changer, account, payer, amount, one, other, between, at }): readonly Deed[] => {
    const steps: Deed[] = [
      { act: 'change', by: changer, place: 0, account, amount },
      ...(['pay', 'approve', 'approve', 'export'] as const).map((act, i) => ({
        act,
        by: [payer, one, other, one][i] ?? 0,
        place: 0,
        account: null,
        amount,
      })),
    ]
    return at < steps.length ? steps.toSpliced(at, 0, between) : steps
  })

/** Which must not depend on chance: a payout over the amount from which the policy asks for two. */
const twoApprove = (['pay', 'approve', 'approve', 'export'] as const).map(
  (act, by): Deed => ({ act, by: by % 3, place: 0, account: null, amount: '200' }),
)

let run = 10_000

/** Who typed what since when, as we have seen it ourselves. */
interface Typed {
  readonly by: readonly string[]
  readonly at: number
}

interface Known {
  readonly account: Typed
  readonly amount: string
  readonly needed: number
}

test('Approvals: the maker of an API token that changed the details of a beneficiary approves no payout to them', async () => {
  const [ana, bruno, carla, token] = people
  const saved = await staff.save(ana!, souza({ accountNumber: '777777-7' }))
  await staff.export(ana!, (await staff.approve(bruno!, (await staff.pay(ana!, saved)).id)).id)
  await staff.change(token!, saved, { accountNumber: '888888-8' })
  const { id } = await staff.pay(ana!, saved)
  expect(JSON.parse((await findPayout(store.db, id))!.entered_by)).toEqual([ana!.id, token!.id, carla!.id])
  await expect(staff.approve(carla!, id)).rejects.toMatchObject({
    code: 'OWN_ENTRY',
    particulars: { params: { why: 'details' } },
  })
  expect((await staff.approve(bruno!, id)).state).toBe('approved')
})

test('Approvals: whatever three people and an API token do, nothing goes out to an account that an approver was the last to type, nor with fewer approvals than the policy asked for', async () => {
  const times = { exported: 0, withTwo: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(way, { minLength: 5, maxLength: 8 }), async (ways) => {
      run += 1
      const accounts = [`${run}-1`, `${run}-2`]
      const [ana] = people
      const saved = await staff.save(ana!, { ...souza(), accountNumber: accounts[0] })
      let savedAccount: Typed = { by: [ana!.id], at: 0 }
      const payouts: string[] = []
      const known = new Map<string, Known>()
      const exportedAt = new Map<string, number>()
      const rowOf = async (id: string) => (await findPayout(store.db, id))!
      const accountOf = async (id: string) => payoutEntry(store, await rowOf(id)).accountNumber
      const accountSaved = async () =>
        beneficiaryEntry(store, (await findBeneficiary(store.db, saved.id))!).accountNumber

      /** What goes to an account by our own count, all of it within the day of this test. */
      async function neededFor(id: string): Promise<number> {
        const account = await accountOf(id)
        let sum = 0
        for (const [other, { amount }] of known) {
          const isCounted = other === id || ['in_review', 'approved', 'exported'].includes((await rowOf(other)).state)
          if (isCounted && (await accountOf(other)) === account) sum += Number(amount)
        }
        return sum > 100 ? 2 : 1
      }

      for (const [step, { act, by, place, account, amount }] of ways.flat().entries()) {
        const person = people[by]!
        const id = payouts[place] ?? payouts[0]
        const changes = account === null ? {} : { accountNumber: accounts[account] }
        const typing: Typed = { by: [person.id, ...person.ownerIds], at: step + 1 }
        const before = { saved: await accountSaved(), paid: id === undefined ? undefined : await accountOf(id) }
        let made: string | undefined
        const done = await isDone(async () => {
          if (act === 'change') return staff.change(person, saved, changes)
          if (act === 'pay') made = (await staff.pay(person, saved, { ...changes, amount })).id
          else if (id === undefined) throw new Failure('NOT_FOUND')
          else if (act === 'edit') await staff.edit(person, id, { ...changes, amount })
          else if (act === 'approve') await staff.approve(person, id)
          else if (act === 'export') await staff.export(person, id)
          else if (act === 'distrust') await store.write((tx) => distrust(tx, people[place]!.id, person))
          else await staff.move(person, act, id)
          return undefined
        })
        if (!done) times.refused += 1
        if (!done) continue
        if ((await accountSaved()) !== before.saved) savedAccount = typing
        if (made !== undefined) {
          payouts.unshift(made)
          known.set(made, { account: savedAccount, amount, needed: 1 })
        }
        const touched = made ?? id
        if (touched === undefined) continue
        const own = known.get(touched)!
        if (act === 'edit')
          known.set(touched, {
            ...own,
            amount,
            account: (await accountOf(touched)) === before.paid ? own.account : typing,
          })
        if (act === 'pay' || act === 'edit' || act === 'submit')
          known.set(touched, { ...known.get(touched)!, needed: await neededFor(touched) })
        const paid = await accountOf(touched)
        if (act === 'approve' && own.account.at > (exportedAt.get(paid) ?? -1))
          expect(own.account.by, 'who typed the account').not.toContain(person.id)
        if (act !== 'export') continue
        const approvers = new Set(approvalsIn(store.encryption, await rowOf(touched)).map((given) => given.by))
        expect(approvers.size).toBeGreaterThanOrEqual(own.needed)
        for (const author of JSON.parse((await rowOf(touched)).entered_by)) expect(approvers).not.toContain(author)
        exportedAt.set(paid, step + 1)
        times.exported += 1
        if (own.needed === 2) times.withTwo += 1
      }
    }),
    // A shorter sequence would take minutes to find.
    { numRuns: runs(20) * 0.4, endOnFailure: true, examples: [[[twoApprove]]], ...sameExamples() },
  )
  expect(Math.min(...Object.values(times)), JSON.stringify(times)).toBeGreaterThan(0)
})
