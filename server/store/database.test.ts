import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Place, stores } from '../testing/stores.ts'
import { holdAlone, holdWithOthers } from './database.ts'

describe.each(stores)('the running lock on $name', ({ makePlace }) => {
  let place: Place
  beforeEach(async () => {
    place = await makePlace()
  })
  afterEach(() => place.remove())

  it('lets many servers run at once, and no program beside them', async () => {
    const stores = [await place.open(), await place.open()]
    await expect(holdAlone(place)).rejects.toThrow('a server runs on this database: end it first')
    await stores[0]?.close()
    await expect(holdAlone(place)).rejects.toThrow('a server runs')
    await stores[1]?.close()
    await (await holdAlone(place)).release()
  })

  it('lets no app start while a program has the database to itself', async () => {
    const hold = await holdAlone(place)
    await expect(place.open()).rejects.toThrow('a program has the database to itself')
    await expect(holdAlone(place)).rejects.toThrow('end it first')
    await hold.release()
    await (await place.open()).close()
  })

  it('goes with a process that is killed', async () => {
    const holder = spawn(process.execPath, ['--import', 'tsx', 'server/testing/hold-running.ts'], {
      env: { PATH: process.env.PATH, ...place.environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(holder.stdout, 'data')
    await expect(holdAlone(place)).rejects.toThrow('a server runs')
    holder.kill('SIGKILL')
    await once(holder, 'close')
    await expect.poll(() => holdAlone(place).then((hold) => hold.release())).toBeUndefined()
  })

  it('is held with others again once it was let go', async () => {
    const holds = [await holdWithOthers(place), await holdWithOthers(place)]
    for (const hold of holds) await hold.release()
    await (await holdAlone(place)).release()
  })
})
