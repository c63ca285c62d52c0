import { readdirSync, readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'

const top = fileURLToPath(new URL('../../', import.meta.url))

export const sourceFolders = ['shared', 'server', 'web', 'e2e', 'scripts', 'bin', 'bench'] as const

export type SourceFolder = (typeof sourceFolders)[number]

/** Every file of a room with one of these endings, as a path from the top such as `shared/payout/amount.ts`, in order. */
export function filesOf(room: SourceFolder, endings: readonly string[]): readonly string[] {
  return readdirSync(`${top}${room}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => relative(top, `${entry.parentPath}/${entry.name}`).split(sep).join('/'))
    .sort()
}

export function read(path: string): string {
  return readFileSync(`${top}${path}`, 'utf8')
}

/** Tests, and what only tests use, may reach for Node and for packages that the product does without. */
export function isOfTests(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.includes('/testing/')
}

/** Replaces the name of a module that is only known at run time. */
export const computed = '(computed)'

/** Every module that a source names: imports of values and types, re-exports, `import()` in code and in types. */
export function importsOf(path: string, source: string): readonly string[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)
  const found: string[] = []
  new Visitor({
    ImportDeclaration: ({ source }) => void found.push(source.value),
    ExportAllDeclaration: ({ source }) => void found.push(source.value),
    ExportNamedDeclaration: ({ source }) => void (source && found.push(source.value)),
    ImportExpression: ({ source }) => void found.push(textOf(source)),
    TSImportType: ({ source }) => void found.push(source.value),
  }).visit(program)
  return found
}

function textOf(node: { readonly type: string; readonly value?: unknown }): string {
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : computed
}

/** The files that import each other in a circle, each circle once, from who imports whom. */
export function circlesIn(imports: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const circles: (readonly string[])[] = []
  const done = new Set<string>()
  function visit(path: string, way: readonly string[]) {
    const place = way.indexOf(path)
    if (place >= 0) circles.push([...way.slice(place), path])
    if (place >= 0 || done.has(path)) return
    for (const target of imports.get(path) ?? []) visit(target, [...way, path])
    done.add(path)
  }
  for (const path of imports.keys()) visit(path, [])
  return circles
}
