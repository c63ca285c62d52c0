import { describe, expect, it } from 'vitest'
import theme from './theme.css?raw'

const colours = readColours(theme)

/** Text against its background: 4.5 to 1 (WCAG 2.2, 1.4.3). */
const texts: readonly (readonly [text: string, ...backs: string[]])[] = [
  [
    'text',
    'paper',
    'surface',
    'sunken',
    'accent-soft',
    'red-back',
    'amber-back',
    'green-back',
    'blue-back',
    'violet-back',
  ],
  ['text-quiet', 'paper', 'surface', 'sunken', 'line'],
  ['accent', 'paper', 'surface', 'sunken', 'red-back', 'amber-back', 'green-back', 'blue-back', 'violet-back'],
  ['accent-strong', 'paper', 'surface', 'sunken'],
  ['on-accent', 'accent', 'accent-strong'],
  ...['red', 'amber', 'green', 'blue', 'violet'].map(
    (hue) => [`${hue}-text`, `${hue}-back`, 'paper', 'surface', 'sunken'] as const,
  ),
]

/** Edges that show a control or a state: 3 to 1 (1.4.11). */
const edges: readonly (readonly [edge: string, ...backs: string[]])[] = [
  ['line-control', 'surface', 'paper'],
  ['focus', 'surface', 'paper', 'sunken', 'accent-soft'],
  ['accent', 'surface', 'accent-soft'],
  ['red-line', 'surface', 'paper', 'red-back'],
  ['amber-line', 'surface', 'paper', 'amber-back'],
  ['green-line', 'surface', 'paper', 'green-back'],
  ['blue-line', 'surface', 'paper', 'blue-back'],
  ['violet-line', 'surface', 'paper', 'violet-back'],
]

describe.each(['light', 'dark'] as const)('the %s theme', (scheme) => {
  it.each(pairsOf(texts))('%s is readable on %s', (text, back) => {
    expect(contrast(colours, scheme, text, back)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(pairsOf(edges))('%s contrasts with %s', (edge, back) => {
    expect(contrast(colours, scheme, edge, back)).toBeGreaterThanOrEqual(3)
  })
})

it('has looked at every colour', () => {
  const seen = new Set([...texts, ...edges].flat())
  expect([...colours.keys()].filter((name) => !seen.has(name))).toEqual([])
})

interface Colour {
  readonly light: string
  readonly dark: string
}

function readColours(css: string): ReadonlyMap<string, Colour> {
  const tokens = css.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\);/g)
  return new Map([...tokens].map(([, name, light, dark]) => [name!, { light: light!, dark: dark! }]))
}

function pairsOf(rows: readonly (readonly [string, ...string[]])[]): readonly (readonly [string, string])[] {
  return rows.flatMap(([front, ...backs]) => backs.map((back) => [front, back] as const))
}

function contrast(known: ReadonlyMap<string, Colour>, scheme: 'light' | 'dark', front: string, back: string): number {
  const one = luminance(known.get(front)![scheme])
  const other = luminance(known.get(back)![scheme])
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** Relative luminance of sRGB, as WCAG defines it. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
