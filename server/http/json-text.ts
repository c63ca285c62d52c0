import { isSafeNumber, parse } from 'lossless-json'
import { Failure } from '../failure.ts'

const deepest = 32

/**
 * Parses JSON without changing what it says: a number that JavaScript cannot hold exactly becomes its own text;
 * a key twice, a `__proto__` key or nesting beyond 32 levels is refused.
 * @throws Failure MALFORMED_BODY that says where the text breaks
 */
export function parseJsonText(text: string): unknown {
  const value = parseExactly(text)
  const error = findStructureError(text)
  if (error !== undefined) throw malformed(text, error.at, error.what)
  return value
}

function parseExactly(text: string): unknown {
  try {
    return parse(text, undefined, { parseNumber: exactNumber, onDuplicateKey: () => undefined })
  } catch (error) {
    if (error instanceof RangeError) throw new Failure('MALFORMED_BODY', `It nests deeper than ${deepest} levels.`)
    if (error instanceof SyntaxError) throw syntaxFailure(text, error.message)
    throw error
  }
}

function exactNumber(literal: string): number | string {
  return isSafeNumber(literal) ? Number(literal) : literal
}

function syntaxFailure(text: string, message: string): Failure {
  const [, what = message, at = '0'] = /^(.*) at position (\d+)$/s.exec(message) ?? []
  return malformed(text, Number(at), what)
}

function malformed(text: string, position: number, what: string): Failure {
  const before = text.slice(0, position).split('\n')
  const column = (before.at(-1)?.length ?? 0) + 1
  return new Failure('MALFORMED_BODY', `Line ${before.length}, column ${column}: ${what}.`)
}

/** Walks the tokens of a text known to be JSON: what a parser does not tell. */
function findStructureError(text: string): { readonly at: number; readonly what: string } | undefined {
  const scopes: Set<string>[] = []
  for (const token of text.matchAll(/"([^"\\]*(?:\\.[^"\\]*)*)"?(\s*:)?|[{}[\]]/g)) {
    const [piece, inner = '', colon] = token
    if (piece === '{' || piece === '[') scopes.push(new Set())
    else if (piece === '}' || piece === ']') scopes.pop()
    else if (colon !== undefined) {
      const what = keyError(decoded(inner), scopes.at(-1))
      if (what !== undefined) return { at: token.index, what }
    }
    if (scopes.length > deepest) return { at: token.index, what: `it nests deeper than ${deepest} levels` }
  }
  return undefined
}

function keyError(key: string, scope: Set<string> | undefined): string | undefined {
  if (key === '__proto__') return 'a field must not be named __proto__'
  if (scope?.has(key)) return `the field ${JSON.stringify(key)} is given twice`
  scope?.add(key)
  return undefined
}

function decoded(inner: string): string {
  return inner.includes('\\') ? String(JSON.parse(`"${inner}"`)) : inner
}
