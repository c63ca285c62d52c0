import { type ESTree, parseSync } from 'vite'

/** Every component has its own `Props`, every server module its own `Deps`. */
const sharedByDesign = ['Props', 'Deps']

/** The names that more than one file declares, in order, each with its files: the reader of an import takes them for one thing. */
export function declaredTwice(namesOfFiles: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const filesOfNames = new Map<string, string[]>()
  for (const [path, names] of namesOfFiles)
    for (const name of new Set(names)) filesOfNames.set(name, [...(filesOfNames.get(name) ?? []), path])
  return [...filesOfNames]
    .filter(([name, files]) => files.length > 1 && !sharedByDesign.includes(name))
    .map(([name, files]) => `${name}: ${files.join(' ')}`)
    .sort()
}

/** What a file exports by a declaration of its own, and each of its types, exported or not. */
export function namesDeclaredIn(path: string, source: string): readonly string[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)
  const imported = new Set(
    program.body.flatMap((statement) =>
      statement.type === 'ImportDeclaration' ? statement.specifiers.map(({ local }) => local.name) : [],
    ),
  )
  return program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration') return typeNameOf(statement)
    const { declaration, specifiers, source: from } = statement
    if (declaration !== null) return exportedBy(declaration)
    if (from !== null) return []
    return specifiers.flatMap(({ local, exported }) =>
      'name' in local && imported.has(local.name) ? [] : ['name' in exported ? exported.name : exported.value],
    )
  })
}

function exportedBy(declaration: ESTree.Declaration): readonly string[] {
  if (declaration.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
  if (declaration.type === 'FunctionDeclaration') return declaration.id ? [declaration.id.name] : []
  return typeNameOf(declaration)
}

function typeNameOf(node: ESTree.Node): readonly string[] {
  switch (node.type) {
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
      return [node.id.name]
    case 'ClassDeclaration':
      return node.id ? [node.id.name] : []
    default:
      return []
  }
}
