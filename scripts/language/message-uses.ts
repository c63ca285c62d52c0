import { parseSync, Visitor } from 'vite'
import { filesOf, read } from '../house/source-files.ts'

/** One place that speaks: which message, and what it gives it. */
export interface Use {
  /** Such as `web/payouts/payout-list.tsx:41`. */
  readonly place: string
  /** Matches the ids that can be meant: one, or those of a template such as `state.${state}`. */
  readonly ids: RegExp
  readonly values: readonly string[]
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number }

/** Every call of `t` and `tNode` in `web/`, read from the syntax. Throws at one whose id or values cannot be read where it stands. */
export function messageUses(): readonly Use[] {
  return filesOf('web', ['.ts', '.tsx']).flatMap((path) => usesIn(path, read(path)))
}

export function usesIn(path: string, source: string): readonly Use[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)
  const translators = new Set<string>()
  const uses: Use[] = []
  new Visitor({
    ImportDeclaration: ({ source: from, specifiers }) => {
      if (from.value.endsWith('/language/translate.ts')) for (const { local } of specifiers) translators.add(local.name)
    },
    CallExpression: ({ callee, arguments: given, start }) => {
      if (callee.type !== 'Identifier' || !translators.has(callee.name)) return
      const place = `${path}:${source.slice(0, start).split('\n').length}`
      const [id, values] = given
      for (const ids of idsIn(id, place)) uses.push({ place, ids, values: keysIn(values, place) })
    },
  }).visit(program)
  return uses
}

function idsIn(node: unknown, place: string): readonly RegExp[] {
  if (!isNode(node)) throw new Error(`${place}: which message?`)
  if (node.type === 'Literal') return [exactly([`${node.value}`])]
  if (node.type === 'ConditionalExpression') return [...idsIn(node.consequent, place), ...idsIn(node.alternate, place)]
  if (node.type === 'TemplateLiteral' && Array.isArray(node.quasis))
    return [exactly(node.quasis.map((quasi) => `${quasi.value.cooked}`))]
  throw new Error(`${place}: write the id of the message where it is used, so that this check can read it.`)
}

function keysIn(node: unknown, place: string): readonly string[] {
  if (node === undefined) return []
  if (!isNode(node) || node.type !== 'ObjectExpression' || !Array.isArray(node.properties))
    throw new Error(`${place}: write the values of the message where it is used, so that this check can read them.`)
  return node.properties.map((property) => {
    if (property.type !== 'Property' || property.computed) throw new Error(`${place}: name each value of the message.`)
    return property.key.name ?? property.key.value
  })
}

/** The texts with anything between them. */
function exactly(texts: readonly string[]): RegExp {
  return new RegExp(`^${texts.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}
