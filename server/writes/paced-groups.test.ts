import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createPacedGroups, unbroken } from './paced-groups.ts'

const numbers = Array.from({ length: 250 }, (_, number) => number)

it('Long work is done on every thing once and in order, one group at a time over all requests', async () => {
  const groups = createPacedGroups()
  let underWay = 0
  const doSome = async (most: number) => {
    const done: number[] = []
    await groups.run(numbers, async (group) => {
      underWay += 1
      expect(underWay).toBe(1)
      await turn()
      underWay -= 1
      const some = group.slice(0, most)
      done.push(...some)
      return some.length
    })
    return done
  }
  expect(await Promise.all([doSome(7), doSome(1_000)])).toEqual([numbers, numbers])
})

it('A group is told that it is time only when it has its fewest things, and grows no more than twice', async () => {
  const groups = createPacedGroups()
  const sizes: number[] = []
  const begins: number[] = []
  await groups.run(numbers, async (group, isTime) => {
    sizes.push(group.length)
    let begun = 1
    while (begun < group.length && !isTime()) begun += 1
    begins.push(begun)
    return group.length
  })
  expect(sizes).toEqual([40, 80, 130])
  expect(begins.every((begun) => begun >= 40)).toBe(true)
})

it('Work that fails ends there, and others go on', async () => {
  const groups = createPacedGroups()
  const failing = groups.run(numbers, () => Promise.reject(new Error('full')), unbroken)
  let done = 0
  const others = groups.run(numbers, async (group) => {
    done += group.length
    return group.length
  })
  await expect(failing).rejects.toThrow('full')
  await others
  expect(done).toBe(numbers.length)
})
