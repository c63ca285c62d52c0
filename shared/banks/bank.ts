/**
 * A bank, wallet or other institution as a payout names it: the provider's code, the name people know, and the other
 * names (legal, former, abbreviated) by which they may look for it. Where no public list supports a name it has none.
 */
export interface Bank {
  readonly code: string
  readonly name: string | undefined
  readonly otherNames: readonly string[]
}

/** One line of a country's list. */
export function bank(code: string, name?: string, otherNames: readonly string[] = []): Bank {
  return { code, name, otherNames }
}

/** How lists and summaries write a bank: 'BancoEstado · 012', or its code alone where it has no name. */
export function bankLabel(bank: Pick<Bank, 'code' | 'name'>): string {
  return bank.name === undefined ? bank.code : `${bank.name} · ${bank.code}`
}
