import { parseSync, Visitor } from 'vite'
import { isOfTests } from './source-files.ts'

/** Longer than this is a tripwire: split the file, but never a straight story. */
export const mostLines = 250

/** Data that a script writes and no one reads from top to bottom. */
export const generated = ['shared/banks/brazil-codes.ts', 'shared/banks/brazil-national.ts', 'shared/paste/weights.ts']

/** What the house does not want in a source and Biome has no rule for. */
export function styleErrors(path: string, source: string): readonly string[] {
  return [
    ...lengthErrors(path, source),
    ...(noteOfWork.test(source) ? ['holds a note of work to do: do it, or open an issue'] : []),
    ...(path.endsWith('.css') ? [...measuresIn(source), ...pixelWindowsIn(source)] : assertionsIn(path, source)),
  ]
}

// In pieces, or this file would hold one.
const noteOfWork = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME'].join('|')})\\b`)

/** A test is a list of examples: as long as it takes. */
function lengthErrors(path: string, source: string): readonly string[] {
  const lines = source.split('\n').length - 1
  const mayBeLong = generated.includes(path) || isOfTests(path) || path.startsWith('e2e/')
  return lines > mostLines && !mayBeLong ? [`has ${lines} lines`] : []
}

/** Type has three sizes and space has its steps: the theme names them, and nothing else is used. A part of a letter's width may be. */
function measuresIn(source: string): readonly string[] {
  const declarations = [...source.matchAll(/^ *([a-z-]+): ([^;]+);/gm)]
  return declarations.flatMap(([, name = '', value = '']) => {
    if (name === 'font-size' && !typeSize.test(value)) return [`sets type in a size of its own: ${value}`]
    return isSpace.test(name) && ownLength.test(value) ? [`spaces by a step of its own: ${name}: ${value}`] : []
  })
}

/** In em, a window counts as narrower where the text is larger. */
function pixelWindowsIn(source: string): readonly string[] {
  return (source.match(/^@media .*\dpx.*$/gm) ?? []).map((query) => `asks for a window in pixels: ${query}`)
}

const typeSize = /^var\(--text-(small|base|large|typed|code)\)$/
const isSpace = /^((row|column)-)?gap$|^(margin|padding)(-|$)/

// One pixel is that of a border, or hides what is only for a screen reader.
const ownLength = /(?<![\w.-])(?!1px)[\d.]+(px|rem)/

/** `as` and `<T>` tell the compiler what it cannot see; a schema or a guard proves it. `as const` asserts nothing. */
function assertionsIn(path: string, source: string): readonly string[] {
  const found: string[] = []
  new Visitor({
    TSAsExpression: ({ start, end, typeAnnotation }) => {
      if (source.slice(typeAnnotation.start, typeAnnotation.end) !== 'const') found.push(source.slice(start, end))
    },
    TSTypeAssertion: ({ start, end }) => void found.push(source.slice(start, end)),
  }).visit(parseSync(path, source).program)
  return found.map((text) => `asserts a type: ${text}`)
}
