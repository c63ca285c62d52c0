import { readdirSync, readFileSync } from 'node:fs'
import { posix, relative, sep } from 'node:path'
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

/** A file of the project that another one imports; `isLater`: by `import()`. */
interface ImportedFile {
  readonly path: string
  readonly isLater: boolean
}

/** The files that come with a file, or that it may load later; types are none. */
export function valueImportsOf(path: string, source: string): readonly ImportedFile[] {
  const found: { readonly module: string; readonly isLater: boolean }[] = []
  const add = (module: string, isLater = false) => void found.push({ module, isLater })
  new Visitor({
    ImportDeclaration: ({ source, importKind }) => void (importKind !== 'type' && add(source.value)),
    ExportNamedDeclaration: ({ source, exportKind }) => void (source && exportKind !== 'type' && add(source.value)),
    ImportExpression: ({ source }) => add(textOf(source), true),
  }).visit(parseSync(path, source).program)
  return found.flatMap(({ module, isLater }) => {
    const target = projectPath(path, module)
    return target === undefined ? [] : [{ path: target, isLater }]
  })
}

/** The module's path in the project; undefined for a package. */
export function projectPath(path: string, module: string): string | undefined {
  if (module.startsWith('#')) return module.slice(1)
  return module.startsWith('.') ? posix.join(posix.dirname(path), module) : undefined
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
