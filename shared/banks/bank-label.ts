import type { Bank } from './bank.ts'

/** How lists and summaries write a bank: 'BancoEstado · 012', or its code alone where it has no name. */
export function bankLabel(bank: Pick<Bank, 'code' | 'name'>): string {
  return bank.name === undefined ? bank.code : `${bank.name} · ${bank.code}`
}
