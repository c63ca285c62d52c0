import type { FormField } from '#shared/payout/form-fields.ts'

interface PlacedField {
  readonly field: FormField
  /** Leaves room for another one on its line. */
  readonly isShort: boolean
}

/** Which fields go side by side where there is room: one that is alone on its line leaves the room to its hint. */
export function inPairs(fields: readonly FormField[]): readonly PlacedField[] {
  let isRight = false
  return fields.map((field, place) => {
    const next = fields[place + 1]
    const isShort = shortFields.includes(field.name) && (isRight || (next && shortFields.includes(next.name)))
    isRight = isShort === true && !isRight
    return { field, isShort: isShort === true }
  })
}

const shortFields: readonly string[] = [
  'beneficiaryFirstName',
  'beneficiaryLastName',
  'documentType',
  'documentNumber',
  'bankName',
  'accountAgencyNumber',
  'accountNumber',
  'payoutAccountTypeCode',
  'amount',
  'currencyCode',
  'email',
  'city',
]
