import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mutants } from './mutants.ts'

const top = new URL('../../', import.meta.url)

it.each(mutants)('The mutant is where its code is: $breaks', ({ file, text, replacement, killedBy }) => {
  expect(readFileSync(new URL(file, top), 'utf8').split(text)).toHaveLength(2)
  expect(replacement).not.toBe(text)
  expect(killedBy.filter((test) => !existsSync(new URL(test, top)))).toEqual([])
})

it('There are more than fifty mutants', () => {
  expect(mutants.length).toBeGreaterThan(50)
})
