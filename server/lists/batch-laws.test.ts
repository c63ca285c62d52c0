import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leavesOf, rootOf } from '#shared/api/approved-list.ts'
import type { ListJob } from '#shared/api/list-job.ts'
import { runs, sameExamples } from '#shared/testing/runs.ts'
import { createBatch } from '../batches/batches.ts'
import { findPayout } from '../entry/payout-rows.ts'
import { listJobOf } from '../jobs/list-jobs.ts'
import type { JobRunner } from '../jobs/run-jobs.ts'
import { Failure } from '../kernel/failure.ts'
import { approvalsIn } from '../payout-state/payout-approvals.ts'
import { writtenPayout } from '../payout-state/saved-payout.ts'
import { rowToAssess, warningsHash, warningsOfOne } from '../payouts/warnings.ts'
import { type Member, memberIn } from '../people/member.ts'
import { personNamed, readName } from '../people/people.ts'
import { findPerson } from '../people/people-rows.ts'
import { proposePolicy } from '../policy/approval-policy.ts'
import type { Store } from '../store/store.ts'
import { souza } from '../testing/beneficiaries.ts'
import { confirmAll } from '../testing/confirmed.ts'
import { putInBatch } from '../testing/in-batch.ts'
import { runnerOver } from '../testing/job-runner.ts'
import { staffOf } from '../testing/staff.ts'
import { type Place, stores } from '../testing/stores.ts'
import { actOf, beginApproval, hashAll, takePart } from './approval-job.ts'
import { answersOfList, presentListJob } from './own-lists.ts'
import { startApproval, undoApproval } from './run-approval.ts'

/* Four eyes and the approval policy over whatever three people do with a batch, approving many at once among it. */

let place: Place
let store: Store
let staff: ReturnType<typeof staffOf>
let people: readonly Member[]
let jobRunner: JobRunner

beforeAll(async () => {
  place = await stores[0]!.makePlace()
  store = await place.open()
  jobRunner = runnerOver(store)
  staff = staffOf(store)
  const member = async (name: string) => {
    const { id } = await store.write((tx) => personNamed(tx, readName(name)))
    return memberIn(store, 'local', (await findPerson(store.db, id))!)!
  }
  people = [await member('Ana Souza'), await member('Bruno Lima'), await member('Carla Dias')]
  await store.write((tx) => proposePolicy(tx, people[0]!, { BRL: [{ above: '100', approvals: 2, appliesTo: 'day' }] }))
  await confirmAll({ openStore: async () => store, url: '' })
})

afterAll(async () => {
  await jobRunner.stop()
  await store.close()
  await place.remove()
})

/** What a person is shown of payouts, with each of their warnings confirmed alike. */
async function shownOf(ids: readonly string[]) {
  const shown = []
  for (const id of ids) {
    const row = (await findPayout(store.db, id))!
    const warnings = await warningsOfOne(store, rowToAssess(row, writtenPayout(store, row)))
    shown.push({
      id,
      version: row.version,
      requestHash: row.request_hash,
      warningsHash: warningsHash(store.encryption, id, warnings),
      confirmedKinds: [...new Set(warnings.map(({ code }) => code))],
    })
  }
  return shown
}

type Shown = Awaited<ReturnType<typeof shownOf>>

async function begin(person: Member, batchId: string, payouts: Shown): Promise<string> {
  const root = await rootOf(await leavesOf(payouts, hashAll), hashAll)
  const write = { batchId, root, count: payouts.length }
  const id = await store.write((tx) => beginApproval(tx, 'local', person, write))
  await store.write(async (tx) => startApproval(tx, await takePart(tx, person, id, { from: 0, payouts })))
  return id
}

async function run(person: Member, id: string): Promise<Acted> {
  jobRunner.wake()
  await jobRunner.settledWithin(id, 60_000)
  const act = presentListJob(await listJobOf(store, person, id))
  const { items } = await answersOfList(store, person, id, 0)
  return { ...act, refusals: items.flatMap((item) => ('problem' in item ? [{ id: `${item.id}` }] : [])) }
}

interface Acted extends ListJob {
  readonly refusals: readonly { readonly id: string }[]
}

async function tried(act: () => Promise<unknown>): Promise<void> {
  await act().catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error
  })
}

const meanwhile = fc.record({
  act: fc.constantFrom('edit', 'withdraw', 'submit', 'return', 'approve', 'export', 'change'),
  by: fc.nat(2),
  place: fc.nat(5),
})

const amounts = fc.array(fc.tuple(fc.nat(2), fc.constantFrom('10', '60', '90', '200'), fc.nat(1)), {
  minLength: 2,
  maxLength: 6,
})

const scene = fc.record({
  payouts: amounts,
  rounds: fc.array(
    fc.record({
      by: fc.nat(2),
      leftOut: fc.array(fc.nat(5), { maxLength: 2 }),
      meanwhile: fc.array(meanwhile, { maxLength: 2 }),
      isUndone: fc.constantFrom(false, false, true),
    }),
    { minLength: 1, maxLength: 4 },
  ),
})

let number = 30_000

test('Approving a batch: whatever three people do meanwhile, no payout is approved by its author, with too few approvals, otherwise than it was listed, or without being listed', async () => {
  const times = { approved: 0, byTwo: 0, refused: 0, undone: 0 }
  await fc.assert(
    fc.asyncProperty(scene, async ({ payouts, rounds }) => {
      number += 10
      const ids: string[] = []
      const saved = []
      for (const [place, [by, amount, account]] of payouts.entries()) {
        const entry = { ...souza(), accountNumber: `${number + account}-${place % 2}` }
        saved.push(await staff.save(people[by]!, entry))
        ids.push((await staff.pay(people[by]!, saved[place]!, { amount })).id)
      }
      const source = { name: 'July', source: { kind: 'file', name: null }, rowsGiven: null } as const
      const batchId = await store.write((tx) => createBatch(tx, people[0]!, source))
      await putInBatch(store, batchId, ids)
      for (const round of rounds) {
        const person = people[round.by]!
        const listed = await shownOf(ids.filter((_, place) => !round.leftOut.includes(place)))
        if (listed.length === 0) continue
        const approvalsBefore = new Map<string, number>()
        for (const { act, by, place } of round.meanwhile) {
          const [who, id, beneficiary] = [people[by]!, ids[place % ids.length]!, saved[place % ids.length]!]
          await tried(async () => {
            if (act === 'edit') await staff.edit(who, id, { amount: '30' })
            else if (act === 'approve') await staff.approve(who, id)
            else if (act === 'export') await staff.export(who, id)
            else if (act === 'change')
              await staff.change(who, beneficiary, { city: 'Recife', accountNumber: `${number}-9` })
            else await staff.move(who, act, id)
          })
        }
        const before = new Map<string, string>()
        for (const id of ids) {
          const row = (await findPayout(store.db, id))!
          before.set(id, row.row_mac)
          approvalsBefore.set(id, row.approvals_count)
        }
        const act = await run(person, await begin(person, batchId, listed))
        const refused = new Set(act.refusals.map(({ id }) => id))
        times.refused += refused.size
        expect(act.succeeded + act.refused).toBe(listed.length)
        for (const id of ids) {
          const row = (await findPayout(store.db, id))!
          const one = listed.find((shown) => shown.id === id)
          if (one === undefined || refused.has(id)) {
            expect(row.row_mac).toBe(before.get(id))
            continue
          }
          const approvals = approvalsIn(store.encryption, row)
          expect(approvals.at(-1)).toMatchObject({ by: person.id, requestHash: one.requestHash })
          expect([row.version, row.request_hash]).toEqual([one.version + 1, one.requestHash])
          const approvers = new Set(approvals.map(({ by }) => by))
          for (const author of JSON.parse(row.entered_by)) expect(approvers).not.toContain(author)
          expect(row.state === 'approved').toBe(approvers.size >= row.approvals_needed)
          times.approved += 1
          if (row.state === 'approved' && row.approvals_needed === 2) times.byTwo += 1
        }
        if (!round.isUndone || act.succeeded === 0) continue
        await undoApproval(store, person, act.id)
        expect(await run(person, act.id)).toMatchObject({ state: 'undone', succeeded: 0 })
        times.undone += 1
        for (const id of ids) {
          const row = (await findPayout(store.db, id))!
          if (refused.has(id)) expect(row.row_mac).toBe(before.get(id))
          else if (listed.some((shown) => shown.id === id))
            expect([row.state, row.approvals_count]).toEqual(['in_review', approvalsBefore.get(id)])
        }
      }
    }),
    {
      numRuns: runs(20) * 0.4,
      endOnFailure: true,
      ...sameExamples(),
      // Which must not depend on chance: two reviewers approve what takes two, and one of them takes theirs back.
      examples: [
        [
          {
            payouts: [
              [0, '200', 0],
              [1, '10', 1],
            ],
            rounds: [1, 2].map((by) => ({ by, leftOut: [], meanwhile: [], isUndone: by === 2 })),
          },
        ],
        [
          {
            payouts: [
              [0, '200', 0],
              [0, '90', 1],
            ],
            rounds: [1, 2].map((by) => ({ by, leftOut: [], meanwhile: [], isUndone: false })),
          },
        ],
        // What a reviewer has approved alone meanwhile is refused by their act, and stays when that is taken back.
        [
          {
            payouts: [
              [0, '10', 0],
              [0, '10', 1],
            ],
            rounds: [{ by: 1, leftOut: [], meanwhile: [{ act: 'approve', by: 1, place: 0 }], isUndone: true }],
          },
        ],
      ],
    },
  )
  expect(Math.min(...Object.values(times)), JSON.stringify(times)).toBeGreaterThan(0)
})

test('Approving a batch: an act can be undone until ten seconds after its last approval, and goes on for a day', async () => {
  number += 10
  const [ana, bruno] = people
  const saved = await staff.save(ana!, { ...souza(), accountNumber: `${number}-1` })
  const { id: payout } = await staff.pay(ana!, saved, { amount: '10' })
  const source = { name: 'July', source: { kind: 'file', name: null }, rowsGiven: null } as const
  const batchId = await store.write((tx) => createBatch(tx, ana!, source))
  await putInBatch(store, batchId, [payout])
  const id = await begin(bruno!, batchId, await shownOf([payout]))
  const { undoUntil } = await run(bruno!, id)
  const ended = Date.parse(undoUntil ?? '') - 10_000
  const storeAt = (time: number): Pick<Store, 'write'> => ({
    write: (work) => store.write((tx) => work({ ...tx, now: () => new Date(time) })),
  })
  await expect(undoApproval(storeAt(ended + 10_001), bruno!, id)).rejects.toMatchObject({
    code: 'UNDO_REFUSED',
    particulars: { params: { why: 'late' } },
  })
  await expect(storeAt(ended + 24 * 60 * 60_000).write((tx) => actOf(tx, bruno!, id))).rejects.toMatchObject({
    code: 'CEREMONY_EXPIRED',
  })
  await undoApproval(storeAt(ended + 10_000), bruno!, id)
  expect(await run(bruno!, id)).toMatchObject({ state: 'undone', succeeded: 0 })
})
