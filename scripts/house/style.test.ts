import { expect, it } from 'vitest'
import { filesOf, read, rooms } from './source-files.ts'
import { generated, mostLines, styleErrors } from './style.ts'

it('The house style holds in every file', () => {
  const files = rooms.flatMap((room) => filesOf(room, ['.ts', '.tsx', '.mjs', '.css']))
  const errors = files.flatMap((path) => styleErrors(path, read(path)).map((error) => `${path} ${error}`))
  expect(errors).toEqual([])
  expect(files.length).toBeGreaterThan(200)
  expect(files).toEqual(expect.arrayContaining(generated))
})

it('The house style wants short files, but for tests and generated data', () => {
  const long = 'export {}\n'.repeat(mostLines + 1)
  expect(styleErrors('web/app/long.ts', long)).toHaveLength(1)
  for (const path of [...generated, 'web/app/long.test.ts']) expect(styleErrors(path, long)).toEqual([])
})

it('The house style wants no type asserted, but lets constants be constant', () => {
  expect(styleErrors('web/app/x.ts', 'export const a = [1] as const')).toEqual([])
  expect(styleErrors('web/app/x.ts', 'export const a = b as string')).toEqual(['asserts a type: b as string'])
  expect(styleErrors('web/app/x.ts', 'export const a = <string>b')).toEqual(['asserts a type: <string>b'])
})

it('The house style wants no notes of work to do', () => {
  expect(styleErrors('web/app/x.ts', `// ${'TO'}DO later`)).toHaveLength(1)
})
