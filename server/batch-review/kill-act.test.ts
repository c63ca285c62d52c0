import { setTimeout as wait } from 'node:timers/promises'
import { Agent } from 'undici'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { batchApprovalSchema } from '#shared/api/batch-review.ts'
import type { Store } from '../store/store.ts'
import { okay } from '../testing/accounts.ts'
import { actIn, batchOf, beginAct, listOf, lookThrough, runAct } from '../testing/batch-review.ts'
import { changed, enter, payoutWrite, sampleNamed } from '../testing/payouts.ts'
import { startServer } from '../testing/server-program.ts'
import { type Place, stores } from '../testing/stores.ts'
import { type Visitor, visitor } from '../testing/test-app.ts'

/** More than are read at once. */
const payouts = 140
const kills = inject('testSet') === 'soak' ? 10 : 2

describe.each(stores)('An act on $name whose server is killed', ({ makePlace }) => {
  let place: Place
  let store: Store

  beforeAll(async () => {
    place = await makePlace()
    store = await place.open()
  })

  afterAll(async () => {
    await store.close()
    await place.remove()
  })

  const start = async () => {
    const program = startServer({ ...place.environment, PORT: '0', NUMBER_SEARCHES_PER_MINUTE: '100000' })
    const url = await program.ready()
    const agent = new Agent()
    return {
      program,
      ana: visitor(agent, url, 'Ana Souza'),
      bruno: visitor(agent, url, 'Bruno Lima'),
      async end(signal: 'SIGKILL' | 'SIGTERM') {
        program.process.kill(signal)
        await program.ended
        await agent.destroy()
      },
    }
  }

  it('goes on where it stood on whichever server, and approves each payout of its list once and no other', async () => {
    let server = await start()
    const ids: string[] = []
    for (let i = 0; i < payouts; i += 1) {
      const name = `Addo${String.fromCharCode(97 + (i % 26), 97 + Math.floor(i / 26))}x`
      const entry = { accountNumber: crypto.randomUUID(), beneficiaryLastName: name }
      ids.push((await enter(server.ana, changed(payoutWrite(sampleNamed('Ghana'), { submit: true }), entry))).id)
    }
    const batchId = await batchOf({ openStore: async () => store }, server.ana, ids)
    const { lines } = await lookThrough(server.bruno, batchId)
    const codes = [...new Set(lines.flatMap(({ warnings }) => warnings.map(({ code }) => code)))]
    // The last one stays out of the list.
    const list = listOf(lines, codes).slice(0, -1)
    const { id } = actIn(await beginAct(server.bruno, batchId, list))
    const come: number[] = []
    // A busy server may be through with it before it is killed so often.
    while (come.length < kills && come.at(-1) !== list.length) {
      const running = runAct(server.bruno, id).catch(() => undefined)
      const before = come.at(-1) ?? 0
      while ((await doneOf(server.bruno, id)) <= before) await wait(1)
      await server.end('SIGKILL')
      await running
      server = await start()
      come.push(await doneOf(server.bruno, id))
    }
    expect(come).toEqual(come.toSorted((one, other) => one - other))
    expect(come[0]).toBeLessThan(list.length)
    // Two servers at once, which ask in turns.
    const other = await start()
    const [one, two] = await Promise.all([runAct(server.bruno, id), runAct(other.bruno, id)])
    expect(one).toEqual(two)
    expect(one).toMatchObject({ state: 'approved', approved: list.length, refusedCount: 0 })
    await Promise.all([server.end('SIGTERM'), other.end('SIGTERM')])
    const approved = await store.db
      .selectFrom('audit')
      .select('thing_id')
      .where('action', '=', 'payout.approved')
      .execute()
    expect(approved.map(({ thing_id }) => thing_id).toSorted()).toEqual(list.map((payout) => payout.id).toSorted())
    process.stdout.write(`killed ${come.length} times, at ${come.join(', ')} of ${list.length} payouts\n`)
  }, 120_000)
})

async function doneOf(person: Visitor, id: string): Promise<number> {
  return batchApprovalSchema.parse(okay(await person.get(`/api/batch-approvals/${id}`))).done
}
