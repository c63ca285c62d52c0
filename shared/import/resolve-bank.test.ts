import { describe, expect, it } from 'vitest'
import { noBankNames } from '#shared/banks/bank-names.ts'
import { brazilianNationalBanks } from '#shared/banks/brazil-national.ts'
import { type CountryCode, countryCodes, ruleBook } from '#shared/countries/rule-book.ts'
import { bankRulesOf } from '#shared/rule-book/bank-code.ts'
import { bankMeant } from './resolve-bank.ts'

const lists = { names: noBankNames, more: { BR: brazilianNationalBanks } }

function meant(country: CountryCode, text: string): string | undefined {
  const found = bankMeant(text, ruleBook[country], lists)
  return found.is === 'one' ? found.bank.code : found.is
}

const named = countryCodes.flatMap((country) =>
  [...new Set(bankRulesOf(ruleBook[country]).flatMap(({ banks }) => banks))].flatMap(({ code, name }) =>
    name === undefined ? [] : [{ country, code, name }],
  ),
)

describe('The name of a bank', () => {
  it('Law: every bank of a list that has a name of its own is found by it, in capitals and without accents too', () => {
    const lost = named.filter(({ country, code, name }) => {
      // Two banks are called Itaú but for the text in brackets: a person has to choose.
      const bare = (one: string) => one.replace(/ \([^()]*\)/, '')
      const isShared = named.some(
        (other) => other.country === country && other.code !== code && bare(other.name) === name,
      )
      const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
      return !isShared && (meant(country, name) !== code || meant(country, plain) !== code)
    })
    expect(named.length).toBeGreaterThan(100)
    expect(lost).toEqual([])
  })

  it.each([
    ['PE', 'Bco. de Crédito del Perú', '0003'],
    ['PE', 'BCP', '0003'],
    ['PE', 'BBVA Peru S.A.', '0002'],
    ['EC', 'BANCO PICHINCHA C.A.', '0023'],
    ['EC', 'Pichincha', '0023'],
    ['BR', '001 - Banco do Brasil', '001'],
    ['BR', 'Banco do Brasil (001)', '001'],
    ['BR', 'Nubank', '260'],
    ['BR', '341', 'code'],
    ['BR', 'Banco do Brasil', '001'],
    ['CL', 'BancoEstado', '012'],
    ['CO', 'BANCOLOMBIA S.A.', '0007'],
  ] as const)('In %s “%s” means %s', (country, text, code) => {
    expect(meant(country, text)).toBe(code)
  })

  it('A code and the name of another bank contradict each other, so a person chooses', () => {
    expect(bankMeant('237 - Itaú Unibanco', ruleBook.BR, lists)).toMatchObject({
      is: 'several',
      banks: [{ code: '237' }, { code: '341' }],
    })
  })

  it('A slip of the keyboard is offered, never taken', () => {
    const found = bankMeant('Banclombia', ruleBook.CO, lists)
    expect(found.is).toBe('several')
  })
})
