import { parseSync, Visitor } from 'vite'

/** What stands for a module whose name is worked out while the program runs. */
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
