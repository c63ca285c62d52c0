import { ruleBook } from '#shared/countries/rule-book.ts'
import { emptyDraft, type PayoutDraft, restoredValues } from '#shared/payout/form-values.ts'
import { countryCodes, isCountryCode } from '#shared/rule-book/country-codes.ts'
import { keepInTab, readFromTab } from '../app/tab-storage.ts'

/** Where a draft waits for a reload: the tab's own storage, gone when the tab is closed. See docs/decisions/0006. */
const key = 'payout-desk:draft'

/** The draft as it was left; an empty one where there is none or it cannot be read. */
export function loadDraft(): PayoutDraft {
  const stored = readFromTab(key)
  if (!isStored(stored)) return emptyDraft
  const values = countryCodes.flatMap((code) => {
    const found = restoredValues(ruleBook[code], stored.values[code])
    return found === undefined ? [] : [[code, found] as const]
  })
  const country = isCountryCode(stored.country) ? stored.country : undefined
  const kept: PayoutDraft['values'] = Object.fromEntries(values)
  return country === undefined || kept[country] === undefined
    ? { country: undefined, values: kept }
    : { country, values: kept }
}

/** Keeps the draft. Where the browser refuses storage, the page works on and the draft lives as long as it does. */
export function saveDraft(draft: PayoutDraft): void {
  keepInTab(key, draft)
}

interface Stored {
  readonly country: unknown
  readonly values: Readonly<Record<string, unknown>>
}

function isStored(value: unknown): value is Stored {
  return (
    typeof value === 'object' &&
    value !== null &&
    'values' in value &&
    typeof value.values === 'object' &&
    value.values !== null
  )
}
