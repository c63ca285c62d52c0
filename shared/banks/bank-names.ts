import type { Bank } from './bank.ts'

/** Names that the merchant has given to codes without a public one, each under the id of its bank. */
export type BankNames = ReadonlyMap<string, string>

export const noBankNames: BankNames = new Map()

/** Identifies a bank among those of all countries, such as PE-0029. */
export function bankIdOf(country: string, code: string): string {
  return `${country}-${code}`
}

/** What a code is called: by the public name of its list, else by the merchant's; undefined where it has neither. */
export function bankNameIn(
  country: string,
  code: string,
  banks: readonly Bank[],
  names: BankNames,
): string | undefined {
  return banks.find((bank) => bank.code === code)?.name ?? names.get(bankIdOf(country, code))
}

/**
 * A list of banks in which those without a public name have the merchant's.
 * @param isOpen whether codes pass beside the list: those that the merchant has named are added to it
 */
export function withBankNames(
  country: string,
  banks: readonly Bank[],
  names: BankNames,
  isOpen = false,
): readonly Bank[] {
  if (names.size === 0) return banks
  const named = banks.map((bank) => {
    const name = bankNameIn(country, bank.code, [bank], names)
    return name === bank.name ? bank : { ...bank, name }
  })
  return isOpen ? [...named, ...namedBeside(country, banks, names)] : named
}

function namedBeside(country: string, banks: readonly Bank[], names: BankNames): readonly Bank[] {
  const start = bankIdOf(country, '')
  return [...names].flatMap(([id, name]) => {
    const code = id.slice(start.length)
    const isBeside = id.startsWith(start) && !banks.some((bank) => bank.code === code)
    return isBeside ? [{ code, name, otherNames: [] }] : []
  })
}
