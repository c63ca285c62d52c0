import { expect, it } from 'vitest'
import { declaredTwice, namesDeclaredIn } from './names.ts'
import { filesOf, isOfTests, read } from './source-files.ts'

it('Each exported name and each type of the product is declared in one file', () => {
  const paths = (['web', 'server', 'shared', 'scripts'] as const)
    .flatMap((folder) => filesOf(folder, ['.ts', '.tsx', '.mjs']))
    .filter((path) => !isOfTests(path))
  const names = new Map(paths.map((path) => [path, namesDeclaredIn(path, read(path))]))
  expect(paths.length).toBeGreaterThan(500)
  expect([...names.values()].flat().length).toBeGreaterThan(2_000)
  expect(declaredTwice(names)).toEqual([])
})

it('The check of names sees every type and every export, no local function and nothing that is passed on', () => {
  const source = `
    type A = string
    interface B { readonly c: string }
    class C {}
    const d = 1
    export { d, d as e }
    export { f } from './other.ts'
    import { l } from './other.ts'
    export { l }
    export const g = () => 1, h = 2
    export async function i() {}
    export type J = B
    function k() {}`
  expect(namesDeclaredIn('web/a.ts', source)).toEqual(['A', 'B', 'C', 'd', 'e', 'g', 'h', 'i', 'J'])
})

it('The check of names compares types with components, but for those that each file has', () => {
  const names = new Map([
    ['shared/a.ts', namesDeclaredIn('shared/a.ts', 'export type Account = string; type Props = string')],
    ['web/b.tsx', namesDeclaredIn('web/b.tsx', 'export function Account() {}; type Props = string')],
  ])
  expect(declaredTwice(names)).toEqual(['Account: shared/a.ts web/b.tsx'])
})
