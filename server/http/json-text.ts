import { isSafeNumber, parse } from 'lossless-json'
import type { ProblemParams } from '#shared/api/problem.ts'
import { Failure } from '../kernel/failure.ts'

const deepest = 32

/**
 * Parses JSON without changing what it says: a number that JavaScript cannot hold exactly becomes its own text;
 * a key twice, a `__proto__` key or nesting beyond 32 levels is refused.
 * @throws Failure MALFORMED_BODY that says where the text breaks
 */
export function parseJsonText(text: string): unknown {
  const value = parseExactly(text)
  const error = findStructureError(text)
  if (error !== undefined) throw malformed(text, error.at, error.params)
  return value
}

function parseExactly(text: string): unknown {
  try {
    return parse(text, undefined, { parseNumber: exactNumber, onDuplicateKey: () => undefined })
  } catch (error) {
    if (error instanceof RangeError) throw new Failure('MALFORMED_BODY', { params: { why: 'depth', most: deepest } })
    if (error instanceof SyntaxError) throw syntaxFailure(text, error.message)
    throw error
  }
}

function exactNumber(literal: string): number | string {
  return isSafeNumber(literal) ? Number(literal) : literal
}

function syntaxFailure(text: string, message: string): Failure {
  const [, parser = message, at = '0'] = /^(.*) at position (\d+)$/s.exec(message) ?? []
  return malformed(text, Number(at), { why: 'syntax', parser })
}

function malformed(text: string, position: number, params: ProblemParams): Failure {
  const before = text.slice(0, position).split('\n')
  const column = (before.at(-1)?.length ?? 0) + 1
  return new Failure('MALFORMED_BODY', { params: { ...params, line: before.length, column } })
}

/** Walks the tokens of a text known to be valid JSON, for what a parser does not report. */
function findStructureError(text: string): { readonly at: number; readonly params: ProblemParams } | undefined {
  const scopes: Set<string>[] = []
  for (const token of text.matchAll(/"([^"\\]*(?:\\.[^"\\]*)*)"?(\s*:)?|[{}[\]]/g)) {
    const [piece, inner = '', colon] = token
    if (piece === '{' || piece === '[') scopes.push(new Set())
    else if (piece === '}' || piece === ']') scopes.pop()
    else if (colon !== undefined) {
      const params = keyError(decoded(inner), scopes.at(-1))
      if (params !== undefined) return { at: token.index, params }
    }
    if (scopes.length > deepest) return { at: token.index, params: { why: 'depth', most: deepest } }
  }
  return undefined
}

function keyError(key: string, scope: Set<string> | undefined): ProblemParams | undefined {
  if (key === '__proto__') return { why: 'name' }
  if (scope?.has(key)) return { why: 'twice', field: key }
  scope?.add(key)
  return undefined
}

function decoded(inner: string): string {
  return inner.includes('\\') ? String(JSON.parse(`"${inner}"`)) : inner
}
