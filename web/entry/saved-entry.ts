import { ruleBook } from '#shared/countries/rule-book.ts'
import { beneficiaryPart, completeEntry, type Entry, filledFields } from '#shared/payout/entry.ts'
import { emptyEntry } from '#shared/payout/entry-draft.ts'
import { fieldOf, isFieldName } from '#shared/payout/fields.ts'
import { shownEntry } from '#shared/payout/form-entry.ts'
import { savedEntry } from '#shared/payout/saved-entry.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { isCountryCode } from '#shared/rule-book/country-codes.ts'
import { type FormPart, type FormReading, readingOf } from './reading.ts'

/** What a form is saved as: of the fields that it shows, all as typed but the amount, which is plain decimal text. */
export function entryToSave(reading: FormReading): Entry {
  return savedEntry(shownEntry(reading.country, reading.entry), reading)
}

/** The form that shows what is saved; what a program left out as the country settles it is there. */
export function formEntryOf(country: Country, saved: Entry): Entry {
  return completeEntry({ ...emptyEntry(country), ...filledFields(saved), amount: unambiguous(saved.amount) })
}

/** The form asks what a typed 1.125 means; of a saved amount that is known. */
function unambiguous(amount: string): string {
  return /^\d{1,3}\.\d{3}$/.test(amount) ? `${amount}0` : amount
}

/** What is saved, as the form would save it: two versions then differ only in what somebody has changed. */
export function comparable(saved: Entry, part?: FormPart): Entry {
  if (!isCountryCode(saved.country)) return saved
  const country = ruleBook[saved.country]
  return entryToSave(readingOf(country, formEntryOf(country, saved), part))
}

/** Whom one entry pays and where, with the payment of the other. */
export function withPaymentOf(entry: Entry, other: Entry): Entry {
  const payment = Object.entries(other).filter(([name]) => isFieldName(name) && fieldOf(name).of === 'payment')
  return completeEntry({ ...beneficiaryPart(entry), ...Object.fromEntries(payment) })
}
