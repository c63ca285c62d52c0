import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
 * The expressions that may take more time than in proportion to the text, each with the reason. What was once found safe is
 * remembered, as a proof takes up to half a second.
 */
export function slowAmong(expressions: readonly Expression[]): readonly string[] {
  const known = knownAsSafe()
  const slow: string[] = []
  for (const expression of expressions) {
    const { place, source, flags } = expression
    const key = createHash('sha256').update(`${flags}/${source}`).digest('base64url')
    if (known.has(key)) continue
    const verdict = verdictOn(source, flags)
    if (verdict.status === 'safe') known.add(key)
    else {
      const reason = verdict.status === 'unknown' ? 'cannot be told' : verdict.complexity.summary
      slow.push(`${place} ${reason}: /${source.slice(0, 120)}/${flags}`)
    }
  }
  remember(known)
  return slow
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

/** Steps are counted and no time is taken, so that a busy machine comes to the same verdict; a fifth of the usual effort. */
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

/** Verdicts hold for the version of recheck and the way it is asked, whichever clone asks. */
const memory = join(tmpdir(), `payout-desk-expressions-${versionOfChecks()}.json`)

function versionOfChecks(): string {
  const hash = createHash('sha256')
  for (const path of ['./expressions.ts', '../../node_modules/recheck/package.json'])
    hash.update(readFileSync(new URL(path, import.meta.url)))
  return hash.digest('hex').slice(0, 16)
}

function knownAsSafe(): Set<string> {
  try {
    const keys: unknown = JSON.parse(readFileSync(memory, 'utf8'))
    return new Set(Array.isArray(keys) ? keys : [])
  } catch {
    return new Set()
  }
}

/** Under another name first, as tests of another process may read it. */
function remember(keys: ReadonlySet<string>): void {
  writeFileSync(`${memory}.${process.pid}`, JSON.stringify([...keys]))
  renameSync(`${memory}.${process.pid}`, memory)
}
