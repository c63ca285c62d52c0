import type { CountryCode } from '#shared/countries/rule-book.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import type { RawEntry } from '#shared/payout/entry.ts'
import type { MethodId } from '#shared/rule-book/country.ts'

/** A beneficiary of the sample data, and what a payout to them adds. */
export interface SampleBeneficiary {
  readonly entry: RawEntry
  readonly payment: RawEntry
  readonly amount: number
}

/** People who do not exist, with the documents and accounts that the rule book has as examples: two documents occur twice. */
export function sampleBeneficiaries(): readonly SampleBeneficiary[] {
  return people.map(([code, methodId, beneficiaryFirstName, beneficiaryLastName, amount], place) => {
    const { methods, currency } = ruleBook[code]
    const method = methods.find(({ id }) => id === methodId)
    const number = method?.sample.accountNumber === commonNumber ? { accountNumber: `98765432${10 + place}` } : {}
    const entry = {
      country: code,
      method: methodId,
      beneficiaryFirstName,
      beneficiaryLastName,
      ...method?.sample,
      ...number,
    }
    // A request that was sent by mistake would pay no one.
    const payment = { testMode: true, ...(currency === 'USD' && { TermsApproved: true }) }
    return { entry, payment, amount }
  })
}

/** All countries without rules of their own have the same example. */
const commonNumber = '1234567890'

const people: readonly (readonly [CountryCode, MethodId, firstName: string, lastName: string, amount: number])[] = [
  ['BR', 'bank', 'Mariana', 'Figueiredo', 1850],
  ['MX', 'bank', 'Diego', 'Ramírez Ortega', 12400],
  ['PE', 'cci', 'Lucía', 'Quispe Huamán', 940],
  ['CO', 'bank', 'Andrés', 'Restrepo', 1350000],
  ['KE', 'account', 'Wanjiru', 'Kamau', 48500],
  ['AR', 'account', 'Florencia', 'Benítez', 265000],
  ['CL', 'bank', 'Matías', 'Contreras', 415000],
  ['NG', 'account', 'Chinedu', 'Okafor', 182000],
  ['BR', 'pix', 'Mariana', 'Figueiredo', 720],
  ['PE', 'wallet', 'Lucía', 'Quispe Huamán', 310],
  ['EC', 'bank', 'Gabriela', 'Zambrano', 275],
  ['GH', 'account', 'Kwame', 'Boateng', 2300],
  ['CI', 'account', 'Aya', 'Kouassi', 164000],
  ['SN', 'account', 'Moussa', 'Diop', 98000],
  ['CM', 'account', 'Brigitte', 'Ngono', 121000],
  ['BF', 'account', 'Issa', 'Ouédraogo', 76000],
  ['RW', 'account', 'Claudine', 'Uwase', 210000],
  ['TZ', 'account', 'Neema', 'Mushi', 540000],
  ['UG', 'account', 'Grace', 'Nakato', 860000],
  ['ZA', 'account', 'Thabo', 'Nkosi', 5200],
]
