import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { english } from '#shared/language/english.ts'
import { buildCountryRules } from '#shared/rules/rules-document.ts'
import { changeLanguage } from '../language/catalog.ts'
import { t } from '../language/translate.ts'
import { rowsOf } from './rule-rows.ts'
import {
  countriesFound,
  countryLines,
  foundEverywhere,
  foundInWords,
  isEmptyResult,
  rulesEverywhere,
  searchRules,
} from './rule-search.ts'

function search(code: string, query: string) {
  const [rules, inEnglish] = [buildCountryRules(code, t), buildCountryRules(code, english)]
  if (rules === undefined || inEnglish === undefined) throw new Error(`no rules of ${code}`)
  return searchRules(rowsOf(rules, t), rowsOf(inEnglish, english), query)
}

it('The search of a country’s rules finds a field by its word and by the interface’s name', () => {
  expect(search('BR', 'agency').fields.map(({ id }) => id)).toContain('accountAgencyNumber')
  expect(search('BR', 'recipientPixKey').fields.map(({ id }) => id)).toContain('recipientPixKey')
})

it('The search of a country’s rules finds a bank by a former name, and by its code without zeros', () => {
  expect(search('MX', 'bansefi').banks.map(({ bank }) => bank.code)).toEqual(['37166'])
  expect(search('CL', '12').banks[0]?.bank.code).toBe('012')
})

it('The search of a country’s rules finds a code of either service', () => {
  expect(search('CO', 'NIT').documents.map(({ codes }) => codes.payoutCode)).toEqual(['03'])
  expect(search('CO', 'mobile_wallet').accountTypes).toHaveLength(1)
})

it('The search of a country’s rules asks for every word, whatever the accents and capitals', () => {
  expect(search('EC', 'CEDULA check').fields.map(({ id }) => id)).toEqual(['documentNumber'])
  expect(isEmptyResult(search('EC', 'cedula pix'))).toBe(true)
})

it('The search of a country’s rules says how much was found', () => {
  expect(foundInWords(search('MX', 'bansefi'))).toBe('1 found: 1 bank')
  expect(foundInWords(search('MX', 'zzz'))).toBe('Nothing found')
})

describe('The search of all countries', () => {
  const all = rulesEverywhere()
  const found = (query: string) => foundEverywhere(all, query).map(({ title, country }) => `${title} ${country.code}`)

  it('The search of all countries finds a bank by a former name without its country', () => {
    expect(found('bansefi')).toEqual(['Banco del Bienestar (BaBien) MX'])
  })

  it('The search of all countries finds a number by its name, and a document with the country', () => {
    expect(found('clabe')).toEqual(['CLABE MX'])
    expect(found('passport ecuador')).toEqual(['Passport EC'])
    expect(found('cedula de identidad')).toEqual(['Cédula de identidad CR'])
  })

  it('The search of all countries has a key for each', () => {
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length)
  })
})

describe.each([
  { reader: 'es', word: 'agencia', country: 'costa de marfil', found: '1 resultado: 1 banco' },
  { reader: 'pt-BR', word: 'agência', country: 'costa do marfim', found: '1 resultado: 1 banco' },
  { reader: 'fr', word: 'agence', country: 'cote d’ivoire', found: '1 résultat : 1 banque' },
] as const)('The search for a reader of $reader', ({ reader, word, country, found }) => {
  beforeEach(async () => {
    vi.stubGlobal('document', { documentElement: {} })
    await changeLanguage(reader)
  })

  afterEach(async () => {
    await changeLanguage('en')
    vi.unstubAllGlobals()
  })

  it.each([word, 'agency', 'accountAgencyNumber'])('finds a field by “%s”', (query) => {
    expect(search('BR', query).fields.map(({ id }) => id)).toContain('accountAgencyNumber')
  })

  it('finds former names and codes of banks as ever, and counts in that language', () => {
    expect(foundInWords(search('MX', 'bansefi')).replaceAll(/\s/g, ' ')).toBe(found)
    expect(search('MX', '37166').banks).toHaveLength(1)
  })

  it.each(['identity validation', 'nit', 'cédula de ciudadanía'])('finds “%s” as ever', (query) => {
    expect(isEmptyResult(search('CO', query))).toBe(false)
  })

  it.each([country, 'ivory coast', 'CI'])('finds a country by “%s”', (query) => {
    expect(countriesFound(countryLines(), query).map(({ code }) => code)).toContain('CI')
  })

  it('finds a document with its country in either language', () => {
    const all = rulesEverywhere()
    for (const query of ['passport ecuador', `${t('document.passport')} ${t('country.EC')}`])
      expect(foundEverywhere(all, query).map((rule) => rule.country.code)).toEqual(['EC'])
  })
})

it('A search through all countries finds a bank by the name that the merchant has given it', () => {
  const all = rulesEverywhere(new Map([['PE-0029', 'Yape']]))
  expect(foundEverywhere(all, 'yape').map(({ country, code }) => [country.code, code])).toContainEqual(['PE', '0029'])
  expect(foundEverywhere(rulesEverywhere(), 'yape').filter(({ what }) => what === 'bank')).toEqual([])
})
