import type { Issue } from '#shared/api/issue.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { methodIn, type PayableCountry } from '#shared/countries/rule-book.ts'
import { beneficiaryPart, type Entry, filledFields } from '#shared/payout/entry.ts'
import { fieldOf } from '#shared/payout/fields.ts'
import { givenOf, readFormEntry, shownEntry } from '#shared/payout/form-entry.ts'
import { type FormField, formFields } from '#shared/payout/form-fields.ts'
import { type Remedy, remediesOf } from '#shared/payout/remedies.ts'
import type { Method } from '#shared/rule-book/country.ts'

/** What the rules find in what a payee has typed so far; issues are in the order of the fields. */
export interface DetailsReading {
  readonly country: PayableCountry
  readonly method: Method
  readonly entry: Entry
  readonly fields: readonly FormField[]
  /** The values as they are understood. */
  readonly request: PayoutRequest
  readonly errors: readonly Issue[]
  readonly warnings: readonly Issue[]
  readonly notices: readonly Issue[]
  readonly remedies: readonly Remedy[]
}

export function readDetails(country: PayableCountry, entry: Entry): DetailsReading {
  const reading = readFormEntry(country, entry, { part: 'beneficiary' })
  const given = { ...givenOf(country, entry), documentNumber: entry.documentNumber }
  const fields = formFields(country, methodIn(country, entry.method), given).filter(
    ({ name }) => fieldOf(name).of === 'beneficiary',
  )
  const order: readonly string[] = fields.map(({ name }) => name)
  const inOrder = (issues: readonly Issue[]) =>
    issues.toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field))
  return {
    ...{ country, method: reading.method, entry, fields, request: reading.request },
    errors: inOrder(reading.errors),
    warnings: inOrder(reading.warnings.filter(({ code }) => code !== 'no_account_named')),
    notices: reading.notices.filter(({ code }) => ofPayee.includes(code)),
    remedies: remediesOf(country, entry, reading),
  }
}

/** All others explain the request to who prepares it. */
const ofPayee = ['bank_recognised', 'pix_key_kind', 'cci_real_time']

/** What is sent: only what country and method ask of a payee. */
export function detailsToSend({ country, entry }: DetailsReading): Readonly<Record<string, string | boolean>> {
  return filledFields(beneficiaryPart(shownEntry(country, entry)))
}
