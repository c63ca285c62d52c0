import type { PayoutRequest } from '#shared/api/payout-preview.ts'

/**
 * Where the money of a request goes, each destination as one text that is equal for equal accounts however they were typed:
 * an account with its bank and agency, a Pix key, or both. Empty where the country has neither.
 */
export function destinationsOf(request: PayoutRequest): readonly string[] {
  const { country, bankName, accountAgencyNumber, accountNumber, recipientPixKey } = request
  const isNamed = (value: unknown) => value !== undefined && value !== '-' && value !== ''
  return [
    ...(isNamed(accountNumber) ? [JSON.stringify([country, bankName, accountAgencyNumber, accountNumber])] : []),
    ...(isNamed(recipientPixKey) ? [JSON.stringify([country, 'pix', recipientPixKey])] : []),
  ]
}
