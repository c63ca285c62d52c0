import { afterEach, describe, expect, it, vi } from 'vitest'
import { countryCodes } from '#shared/countries/rule-book.ts'
import { type Language, languageCodes } from '#shared/language/languages.ts'
import { changeLanguage } from '../language/catalog.ts'
import { countryFilters, countryOptions } from './country-options.ts'

/** Changes the language without a page to render again. */
async function speak(reader: Language) {
  vi.stubGlobal('document', { documentElement: {} })
  await changeLanguage(reader)
}

afterEach(async () => {
  await speak('en')
  vi.unstubAllGlobals()
})

describe.each(languageCodes)('The countries to choose from in %s', (reader) => {
  it('are all there, by region, each in the order of the names as this reader reads them', async () => {
    await speak(reader)
    const { compare } = new Intl.Collator(reader)
    const filters = countryFilters().map(({ label }) => label)
    expect(filters).toHaveLength(countryCodes.length)
    expect(filters).toEqual(filters.toSorted(compare))
    const groups = countryOptions().map(({ group }) => group)
    expect(groups.filter((group, place) => group !== groups[place - 1])).toHaveLength(new Set(groups).size)
    for (const group of new Set(groups)) {
      const labels = countryOptions().flatMap((option) => (option.group === group ? [option.label] : []))
      expect(labels).toEqual(labels.toSorted(compare))
    }
  })
})
