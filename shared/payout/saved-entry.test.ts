import { expect, it } from 'vitest'
import { unseen } from '#shared/api/texts.ts'
import { sampleEntries } from '#shared/testing/sample-entries.ts'
import { readEntry } from './read-entry.ts'
import { savedEntry } from './saved-entry.ts'

it('What is saved holds no invisible characters, in any field of any country, and is sent as it would be without them', () => {
  for (const { entry } of sampleEntries) {
    const marked = Object.entries(entry).map(([name, value]) => [
      name,
      typeof value !== 'string' || name === 'country' || name === 'method' ? value : `\u202e${value}\u200b`,
    ])
    const given = Object.fromEntries(marked)
    const reading = readEntry(given)
    if (reading.country === undefined) throw new Error('Each sample has a country.')
    const saved = savedEntry(given, reading)
    expect(Object.values(saved).filter((value) => typeof value === 'string' && value.search(unseen) >= 0)).toEqual([])
    for (const without of [saved, entry]) expect(readEntry(without)).toMatchObject({ request: reading.request })
  }
})
