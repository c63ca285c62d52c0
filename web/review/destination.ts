import type { Payout } from '#shared/api/payout.ts'
import type { BankNames } from '#shared/banks/bank-names.ts'
import { bankNameOf, hasBank } from '../entry/bank-words.ts'

type PayoutDestination = Pick<Payout, 'country' | 'bankName' | 'masked'>

/** Where the money goes: the bank, and the end of the account or Pix key. */
export function destinationOf(payout: PayoutDestination, names: BankNames): readonly string[] {
  const bank = hasBank(payout) ? bankNameOf(payout.country, payout.bankName, names) : ''
  return [bank, accountWords(payout)].filter((part) => part !== '')
}

/** The end of the account or Pix key; nothing where the request names none. */
export function accountWords({ masked }: Pick<Payout, 'masked'>): string {
  return masked.accountNumber ?? masked.recipientPixKey ?? ''
}
