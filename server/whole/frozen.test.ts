import { setTimeout as wait } from 'node:timers/promises'
import { Agent } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { named } from '../testing/beneficiaries.ts'
import type { Program } from '../testing/program.ts'
import { startServer } from '../testing/server-program.ts'
import { type Place, stores } from '../testing/stores.ts'
import { type Answer, visitor } from '../testing/test-app.ts'

type Write = () => Promise<Answer>

describe.each(stores)('two servers on $name, one of them frozen as it writes', ({ name, makePlace }) => {
  let place: Place
  let programs: readonly [Program, Program]
  const agent = new Agent()
  beforeAll(async () => {
    place = await makePlace()
    const start = () => startServer({ ...place.environment, PORT: '0' })
    programs = [start(), start()]
  })
  afterAll(async () => {
    for (const { process } of programs) process.kill('SIGKILL')
    await Promise.all([...programs.map(({ ended }) => ended), agent.destroy()])
    await place.remove()
  })

  const writerAt = async (program: Program): Promise<Write> => {
    const { post } = visitor(agent, await program.ready(), 'Ana Souza')
    const write = () => post('/api/beneficiaries', { entry: named('Kofi', 'Mensah'), confirmed: [] })
    // Signed in before anything is frozen.
    expect((await write()).status).toBe(201)
    return write
  }

  it('what the other is sent waits and is saved, and both write once it goes on', async () => {
    const [{ process: frozen }] = programs
    const [write, writeBeside] = [await writerAt(programs[0]), await writerAt(programs[1])]
    const [underWay, held] = await freezeAmidWrites(frozen, write, writeBeside)
    const beside = Promise.all([held, ...times(10, writeBeside)])
    // PostgreSQL ends the transaction of a client that does nothing; SQLite takes its lock away from no process that lives.
    if (name === 'PostgreSQL') await beside
    frozen.kill('SIGCONT')
    expect(outcomesOf(await beside)).toEqual(['201'])
    for (const outcome of outcomesOf(await underWay)) expect(outcome).toMatch(/^(201|503 after 5 s)$/)
    expect(outcomesOf(await Promise.all([write(), writeBeside()]))).toEqual(['201'])
  })
})

/** Freezes a server until the other is held up by that: now and then it has just let the write lock go. */
async function freezeAmidWrites(
  server: Program['process'],
  write: Write,
  writeBeside: Write,
): Promise<[underWay: Promise<readonly Answer[]>, heldUp: Promise<Answer>]> {
  for (;;) {
    const writes = times(20, write)
    const underWay = Promise.all(writes)
    await Promise.race(writes)
    server.kill('SIGSTOP')
    const probe = writeBeside()
    if ((await Promise.race([probe, wait(500, 'held up')])) === 'held up') return [underWay, probe]
    server.kill('SIGCONT')
    await underWay
  }
}

function times(count: number, write: Write): readonly Promise<Answer>[] {
  return Array.from({ length: count }, write)
}

function outcomesOf(answers: readonly Answer[]): readonly string[] {
  const outcomes = answers.map(({ status, headers }) =>
    status === 503 ? `503 after ${headers['retry-after']} s` : `${status}`,
  )
  return [...new Set(outcomes)].sort()
}
