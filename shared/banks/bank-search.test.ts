import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bank, bankLabel } from './bank.ts'
import { inOrderOfUse, isNamed, misspeltBanks, searchBanks } from './bank-search.ts'
import { brazilianCommonBanks } from './brazil.ts'
import { brazilianNationalBanks } from './brazil-national.ts'
import { chileanBanks } from './chile.ts'
import { colombianBanks } from './colombia.ts'
import { ecuadorianBanks } from './ecuador.ts'
import { mexicanBanks } from './mexico.ts'
import { peruvianBanks } from './peru.ts'

const lists = [brazilianNationalBanks, chileanBanks, mexicanBanks, colombianBanks, ecuadorianBanks, peruvianBanks]
const someList = fc.constantFrom(...lists)
const someBankInItsList = someList.chain((list) => fc.constantFrom(...list).map((bank) => ({ bank, list })))

const codesFound = (list: (typeof lists)[number], query: string) => searchBanks(list, query).map(({ code }) => code)

it('Bank search: what a person types finds by name, whatever the case and accents', () => {
  expect(codesFound(chileanBanks, 'PARIS')).toEqual(['057'])
  expect(codesFound(chileanBanks, 'bancó parís')).toEqual(['057'])
  expect(codesFound(mexicanBanks, 'banjercito')).toEqual(['37019'])
})

it('Bank search: what a person types finds by the beginnings of words, in any order', () => {
  expect(codesFound(chileanBanks, 'chi deut')).toEqual(['052'])
  expect(codesFound(ecuadorianBanks, 'rum gen')).toEqual(['0019'])
})

it('Bank search: what a person types finds by a former or legal name', () => {
  expect(codesFound(mexicanBanks, 'bancomer')).toEqual(['40012'])
  expect(codesFound(mexicanBanks, 'bansefi')).toEqual(['37166'])
  expect(codesFound(chileanBanks, 'tbanc')).toEqual(['016'])
})

it('Bank search: what a person types finds by code, also with its leading zeros left off', () => {
  expect(codesFound(chileanBanks, '012')[0]).toBe('012')
  expect(codesFound(chileanBanks, '12')[0]).toBe('012')
  expect(codesFound(peruvianBanks, '6')[0]).toBe('0006')
  expect(codesFound(mexicanBanks, '638')).toEqual(['40638'])
})

it('Bank search: what a person types ignores punctuation and spaces that people leave out', () => {
  expect(codesFound(chileanBanks, 'j.p. morgan')).toEqual(['041'])
  expect(codesFound(chileanBanks, 'JPMorgan')).toEqual(['041'])
  expect(codesFound(brazilianNationalBanks, 'J P Morgan')).toContain('376')
  expect(codesFound(mexicanBanks, 'bx+')).toEqual(['40113'])
})

it('Bank search: what a person types finds a bank by its label, as copied from a list', () => {
  expect(codesFound(chileanBanks, 'BancoEstado · 012')).toEqual(['012'])
})

it('Bank search: what a person types does not confuse banks: a search for Bancolombia finds Bancolombia alone', () => {
  expect(codesFound(colombianBanks, 'bancolombia')).toEqual(['0007'])
})

it('Bank search: what a person types finds nothing for words that no bank has', () => {
  expect(codesFound(chileanBanks, 'zzz')).toEqual([])
  expect(codesFound(chileanBanks, 'banco zzz')).toEqual([])
})

it('Bank search: what a person types gives all in order while nothing is typed', () => {
  expect(searchBanks(chileanBanks, '')).toEqual(chileanBanks)
  expect(searchBanks(chileanBanks, '  - ')).toEqual(chileanBanks)
})

const first = (list: (typeof lists)[number], query: string) => searchBanks(list, query)[0]?.name
const brazil = inOrderOfUse(brazilianNationalBanks, [], brazilianCommonBanks, 'pt-BR')

it.each([
  ['bb', 'Banco do Brasil'],
  ['inter', 'Banco Inter'],
  ['itau', 'Itaú Unibanco'],
  ['nu', 'Nubank (Nu Pagamentos)'],
  ['safra', 'Banco Safra'],
  ['xp', 'Banco XP'],
  ['stone', 'Stone Instituição de Pagamento'],
  ['cef', 'Caixa Econômica Federal'],
  ['pagbank', 'Pagseguro Internet Instituição de Pagamento'],
])('Brazil: “%s” finds %s first among all national banks', (query, name) => {
  expect(first(brazil, query)).toBe(name)
})

it.each([
  ['bco estado', chileanBanks, 'BancoEstado'],
  ['estado', chileanBanks, 'BancoEstado'],
  ['chile', chileanBanks, 'Banco de Chile'],
  ['bco. de chile', chileanBanks, 'Banco de Chile'],
  ['bbva', chileanBanks, 'BBVA Chile (now Scotiabank)'],
  ['bbva', mexicanBanks, 'BBVA México'],
  ['citibanamex', mexicanBanks, 'Banamex'],
  ['itau', colombianBanks, 'Itaú'],
  ['bco bogota', colombianBanks, 'Banco de Bogotá'],
  ['bco guayaquil', ecuadorianBanks, 'Banco Guayaquil'],
  ['credito', peruvianBanks, 'BCP (Banco de Crédito)'],
])('Banks are found by the short names that people type: “%s”', (query, list, name) => {
  expect(first(list, query)).toBe(name)
})

it('A bank is found in spite of one slip in a word of five letters or more, and only where no bank matches', () => {
  const meant = (list: (typeof lists)[number], query: string) => misspeltBanks(list, query).map(({ name }) => name)
  for (const query of ['falabela', 'faalbella', 'fallabella', 'falavella', 'banco falabela'])
    expect(meant(chileanBanks, query), query).toEqual(['Banco Falabella'])
  expect(meant(mexicanBanks, 'bancopel')).toEqual(['BanCoppel'])
  expect(meant(ecuadorianBanks, 'pichinca')).toEqual(['Banco Pichincha'])
  for (const query of ['bci2', 'nqui', 'dalabella', 'fallabela', ''])
    expect(meant([...chileanBanks, ...colombianBanks], query), query).toEqual([])
  expect(searchBanks(chileanBanks, 'falabela')).toEqual([])
})

it('A text in the middle of a word finds a bank and names none: Banco de la Nación is not Interbank', () => {
  const [found] = searchBanks(peruvianBanks, 'nacion')
  expect(found?.name).toBe('Interbank')
  expect(found && isNamed(found, 'nacion')).toBe(false)
  expect(found && isNamed(found, 'interb')).toBe(true)
  expect(found && isNamed(found, '')).toBe(false)
})

it('Banks are in the order of use: those that this merchant pays to most, the common ones, then by name and never by code', () => {
  const names = (used: readonly string[]) =>
    inOrderOfUse(brazilianNationalBanks, used, brazilianCommonBanks, 'pt-BR').map(({ code }) => code)
  expect(names([]).slice(0, 3)).toEqual(['121', '413', '001'])
  expect(names(['756', '260']).slice(0, 3)).toEqual(['756', '260', '121'])
  expect(new Set(names(['756', '260'])).size).toBe(brazilianNationalBanks.length)
  const peru = inOrderOfUse(peruvianBanks, [], peruvianBanks, 'es').map(({ name, code }) => name ?? code)
  expect(peru.slice(0, 6)).toEqual([
    'BanBif (Interamericano de Finanzas)',
    'BBVA Perú',
    'BCP (Banco de Crédito)',
    'Interbank',
    'Scotiabank Perú',
    '0006',
  ])
})

it('Bank search: order puts the exact code first, then a code that begins so, the name, a word of it, another name, the middle', () => {
  const list = [
    bank('9127', 'In the middle of the code'),
    bank('901', 'Casa Bank12s'),
    bank('902', 'Other name', ['Old 12 Bank']),
    bank('903', 'Casa 12 Months'),
    bank('904', '12 Moons'),
    bank('0125', 'Code begins so but for the zero'),
    bank('129', 'Code begins so'),
    bank('012', 'But for the zero'),
    bank('12', 'Exactly'),
  ]
  expect(codesFound(list, '12')).toEqual(['12', '012', '0125', '129', '904', '903', '902', '9127', '901'])
})

it('Bank search: order keeps the order of the list among equals', () => {
  const found = codesFound(chileanBanks, 'ba')
  const inListOrder = chileanBanks.map(({ code }) => code).filter((code) => found.includes(code))
  const namesBeginningSo = inListOrder.filter((code) =>
    chileanBanks.some((bank) => bank.code === code && bank.name?.startsWith('Ba')),
  )
  expect(namesBeginningSo.length).toBeGreaterThan(10)
  expect(found.slice(0, namesBeginningSo.length)).toEqual(namesBeginningSo)
})

it('Bank search: laws for every list finds each bank first by its own code', () => {
  fc.assert(fc.property(someBankInItsList, ({ bank, list }) => searchBanks(list, bank.code)[0] === bank))
})

it('Bank search: laws for every list finds each bank by its own name, by each other name and by its label', () => {
  fc.assert(
    fc.property(someBankInItsList, ({ bank, list }) => {
      for (const query of [bank.name ?? bank.code, ...bank.otherNames, bankLabel(bank)]) {
        expect(searchBanks(list, query)).toContain(bank)
      }
    }),
  )
})

it('Bank search: laws for every list never crashes and never invents or repeats a bank', () => {
  fc.assert(
    fc.property(someList, fc.string({ unit: 'binary' }), (list, query) => {
      const found = searchBanks(list, query)
      expect(new Set(found).size).toBe(found.length)
      expect(found.every((bank) => list.includes(bank))).toBe(true)
    }),
  )
})

it('Bank label is the name, then the code', () => {
  expect(bankLabel(bank('012', 'BancoEstado'))).toBe('BancoEstado · 012')
})

it('Bank label is the code alone where there is no name', () => {
  expect(bankLabel(bank('0006'))).toBe('0006')
})
