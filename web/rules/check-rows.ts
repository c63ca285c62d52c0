import type { CountryRules } from '#shared/api/rules.ts'
import { whyNotServed } from '#shared/validation/check-offer.ts'

/** What one of the two checks needs in a country, or why there is none. */
export interface CheckRules {
  /** The field of the warning that the check raises, so that a link from there leads here. */
  readonly id: 'check:identity' | 'check:bank'
  readonly title: string
  readonly whyNot?: string
  readonly needs: readonly { readonly name: string; readonly value: string }[]
}

export function checkRules(country: CountryRules): readonly CheckRules[] {
  return [identityRules(country), bankRules(country)]
}

function identityRules({ name, identityCheck }: CountryRules): CheckRules {
  const head = { id: 'check:identity', title: 'Identity check' } as const
  if (identityCheck === undefined) return { ...head, whyNot: whyNotServed(name, 'identity'), needs: [] }
  return { ...head, needs: [names, documentNeed(identityCheck.documents)] }
}

function bankRules({ name, bankCheck, methods }: CountryRules): CheckRules {
  const head = { id: 'check:bank', title: 'Bank check' } as const
  if (bankCheck === undefined) return { ...head, whyNot: whyNotServed(name, 'bank'), needs: [] }
  const { documents, bank, accountTypes, noAccountTypeFor } = bankCheck
  const banks = methods.flatMap(({ fields }) => fields.flatMap((field) => field.banks ?? []))
  const exempt = noAccountTypeFor.map((code) => banks.find((found) => found.code === code)?.name ?? code)
  return {
    ...head,
    needs: [
      names,
      documentNeed(documents),
      { name: 'Bank and agency', value: bankNeeds[bank] },
      { name: 'Account type', value: accountTypeNeed(accountTypes.length > 0, exempt) },
      { name: 'Account number', value: 'As in the payout' },
    ],
  }
}

const names = { name: 'Name', value: 'First and last name' }

const bankNeeds = {
  required: 'Both; the agency is asked for the check alone',
  'unless-cci': 'Both, unless the account number is a CCI',
  'not-used': 'Not used',
} as const

function documentNeed(documents: readonly { readonly label: string; readonly code: string }[]) {
  const said = documents.map(({ label, code }) => (label === code ? label : `${label} (${code})`))
  return { name: 'Document', value: said.join(' or ') }
}

function accountTypeNeed(isUsed: boolean, exempt: readonly string[]): string {
  if (!isUsed) return 'Not used'
  const rest = exempt.length === 0 ? '' : `; not needed for ${exempt.join(', ')}`
  return `By the bank check’s own code${rest}`
}
