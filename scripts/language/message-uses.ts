import { parseSync, Visitor } from 'vite'
import { filesOf, isOfTests, read } from '../house/source-files.ts'
import { filledByParams } from './composed-ids.ts'

/** One place that names a message, and what it gives it. */
export interface MessageUse {
  /** Such as `web/payouts/payout-list.tsx:41`. */
  readonly place: string
  /** The id, with `{}` for what is filled in while the program runs: `payouts.state.{}`. */
  readonly id: string
  readonly values: readonly string[]
}

type SyntaxNode = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number }

/**
 * Every id that the product writes, read from the syntax: in a call such as `t('some.id', { name })`, in a message such as `{ id:
 * 'some.id', params: { name } }`, or alone as the id of a message without params. `known` decides which texts are ids.
 */
export function messageUses(known: (id: string) => boolean): readonly MessageUse[] {
  return (['shared', 'server', 'web'] as const)
    .flatMap((room) => filesOf(room, ['.ts', '.tsx']))
    .filter((path) => !isOfTests(path))
    .flatMap((path) => usesIn(path, read(path), known))
}

/** Says a message in a language, wherever it is imported or handed in under this name. */
const translators = ['t', 'tNode', 'translate', 'english']

export function usesIn(path: string, source: string, known: (id: string) => boolean): readonly MessageUse[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)
  const uses: MessageUse[] = []
  /** The positions of ids that were already read together with their values. */
  const read = new Set<number>()
  const placeOf = (node: SyntaxNode) => `${path}:${source.slice(0, node.start).split('\n').length}`
  const add = (nodes: readonly unknown[], values: () => readonly string[]) => {
    for (const node of nodes.filter(isNode).filter(({ start }) => !read.has(start))) {
      const id = idOf(node)
      read.add(node.start)
      if (id !== undefined && known(id))
        uses.push({ place: placeOf(node), id, values: filledByParams.includes(id) ? [] : values() })
    }
  }
  new Visitor({
    CallExpression: ({ callee, arguments: [id, values] }) => {
      if (callee.type !== 'Identifier' || !translators.includes(callee.name) || !isNode(id)) return
      add(branchesOf(id), () => keysOf(values, placeOf(id)))
    },
    ObjectExpression: ({ properties }) => {
      const property = (name: string) =>
        properties.flatMap((one) => (one.type === 'Property' && nameOf(one.key) === name ? [one.value] : []))[0]
      const id = property('id')
      if (isNode(id)) add(branchesOf(id), () => keysOf(property('params'), placeOf(id)))
    },
    Literal: (node) => add([node], () => []),
    TemplateLiteral: (node) => add([node], () => []),
  }).visit(program)
  return uses
}

/** The texts that can be meant, of `isIt ? 'one' : 'other'` both. */
function branchesOf(node: SyntaxNode): readonly SyntaxNode[] {
  if (node.type !== 'ConditionalExpression') return [node]
  return [node.consequent, node.alternate].filter(isNode).flatMap(branchesOf)
}

function idOf(node: SyntaxNode): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return undefined
  return node.quasis.map((quasi) => quasi.value.cooked).join('{}')
}

/** Throws where the values are written elsewhere, so that this check could not read them. */
function keysOf(node: unknown, place: string): readonly string[] {
  if (node === undefined) return []
  if (!isNode(node) || node.type !== 'ObjectExpression' || !Array.isArray(node.properties))
    throw new Error(`${place}: write the values of the message where its id is, so that this check can read them.`)
  return node.properties.map((property) => {
    const name = property.type === 'Property' && !property.computed ? nameOf(property.key) : undefined
    if (name === undefined) throw new Error(`${place}: name each value of the message.`)
    return name
  })
}

function nameOf(key: unknown): string | undefined {
  if (!isNode(key)) return undefined
  return key.type === 'Identifier' ? String(key.name) : String(key.value)
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value
}
