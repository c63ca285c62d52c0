import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { checkSync, type Diagnostics } from 'recheck'
import { parseSync, Visitor } from 'vite'

// Else recheck hands each expression to a thread or a program of its own.
process.env.RECHECK_SYNC_BACKEND = 'pure'

/** A regular expression, and where it comes from. */
export interface Expression {
  readonly place: string
  readonly source: string
  readonly flags: string
}

/** The regular expressions that a source writes as literals, and whether it makes others while it runs. */
export function expressionsIn(path: string, text: string): { literals: readonly Expression[]; makesOthers: boolean } {
  const literals: Expression[] = []
  let makesOthers = false
  const onCall = ({ callee }: { readonly callee: object }) => {
    makesOthers ||= 'name' in callee && callee.name === 'RegExp'
  }
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)
  new Visitor({
    Literal: (node) => {
      if (!('regex' in node)) return
      const place = `${path}:${text.slice(0, node.start).split('\n').length}`
      literals.push({ place, source: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression: onCall,
    CallExpression: onCall,
  }).visit(program)
  return { literals, makesOthers }
}

/**
 * The expressions that may take more time than in proportion to the text, each with the reason. A proof takes up to eight seconds, so
 * those in `proven`, by their hashes, are not proven again; what is proven here is added.
 */
export function slowAmong(expressions: readonly Expression[], proven: Set<string> = new Set()): readonly string[] {
  return expressions.flatMap((expression) => {
    const { place, source, flags } = expression
    const hash = hashOf(expression)
    if (proven.has(hash)) return []
    const verdict = verdictOn(source, flags)
    if (verdict.status === 'safe') {
      proven.add(hash)
      return []
    }
    const reason = verdict.status === 'unknown' ? 'cannot be told' : verdict.complexity.summary
    return [`${place} ${reason}: /${source.slice(0, 120)}/${flags}`]
  })
}

/** What an expression is listed by among those that are proven. */
export function hashOf({ source, flags }: Expression): string {
  return createHash('sha256').update(`${flags}/${source}`).digest('base64url').slice(0, 22)
}

/**
 * A proof by automata. They know no looking ahead and no reference back: such an expression is attacked instead. They call every
 * expression safe that repeats nothing without an end, so one that can branch is attacked too, for half as long.
 */
function verdictOn(source: string, flags: string): Diagnostics {
  const proof = checkSync(source, flags, { checker: 'automaton', timeout })
  if (proof.status === 'unknown') return checkSync(source, flags, attack)
  if (proof.status === 'vulnerable' || proof.complexity.type === 'linear' || !canBranch(source)) return proof
  const attacked = checkSync(source, flags, { ...attack, maxInitialGenerationSize: 100, maxIteration: 3 })
  return attacked.status === 'vulnerable' ? attacked : proof
}

/** A repeated group, or two places that can be of more than one length. */
function canBranch(source: string): boolean {
  return /\)\{/.test(source) || (source.match(/[^(\\]\?|\{\d+,\d+\}/g) ?? []).length > 1
}

/** What takes longer cannot be told. */
const timeout = 60_000

/** The checker counts steps instead of time, so that a busy machine gives the same verdict; a fifth of its default effort is enough. */
const attack = {
  checker: 'fuzz',
  timeout,
  attackLimit: 20_000_000,
  attackTimeout: null,
  crossoverSize: 10,
  incubationLimit: 10_000,
  incubationTimeout: null,
  maxAttackStringSize: 20_000,
  maxGenerationSize: 30,
  maxInitialGenerationSize: 200,
  maxIteration: 6,
  mutationSize: 10,
} as const

/** A verdict holds for one version of recheck and one way of asking it. */
export function versionOfProofs(): string {
  const recheck = readFileSync(new URL('../../node_modules/recheck/package.json', import.meta.url))
  return createHash('sha256')
    .update(recheck)
    .update(JSON.stringify([timeout, attack]))
    .digest('hex')
    .slice(0, 16)
}
