import { expect, it } from 'vitest'
import { filesOf, read, sourceFolders } from './source-files.ts'
import { generated, mostLines, styleErrors } from './style.ts'

it('The house style holds in every file', () => {
  const files = sourceFolders.flatMap((room) => filesOf(room, ['.ts', '.tsx', '.mjs', '.css']))
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

it('The house style wants type and space in the steps of the theme', () => {
  const rule = (declaration: string) => styleErrors('web/app/x.module.css', `.x {\n  ${declaration};\n}\n`)
  expect(rule('font-size: 0.75rem')).toEqual(['sets type in a size of its own: 0.75rem'])
  expect(rule('font-size: var(--text-small)')).toEqual([])
  expect(rule('padding-block: var(--space-2) 5px')).toEqual([
    'spaces by a step of its own: padding-block: var(--space-2) 5px',
  ])
  for (const space of ['gap: 0.3rem', 'row-gap: 2px', 'margin: 0 0 1rem']) expect(rule(space)).toHaveLength(1)
  for (const space of ['gap: var(--space-1) 0', 'padding-inline: 0.4em', 'margin: -1px', 'inline-size: 3rem'])
    expect(rule(space)).toEqual([])
})

it('The house style wants windows asked for in em, which larger text makes narrower', () => {
  expect(styleErrors('web/app/x.module.css', '@media (max-width: 900px) {\n}\n')).toHaveLength(1)
  expect(styleErrors('web/app/x.module.css', '@media (max-width: 56.25em) {\n}\n')).toEqual([])
})

it('The house style wants no notes of work to do', () => {
  expect(styleErrors('web/app/x.ts', `// ${'TO'}DO later`)).toHaveLength(1)
})
