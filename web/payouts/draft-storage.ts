import { ruleBook } from '#shared/countries/rule-book.ts'
import { emptyDraft, type PayoutDraft, restoredValues } from '#shared/payout/form-values.ts'
import { countryCodes, isCountryCode } from '#shared/rule-book/country-codes.ts'

/** Where a draft waits for a reload: the tab's own storage, gone when the tab is closed. See docs/decisions/0006. */
const key = 'payout-desk:draft'

/** The draft as it was left; an empty one where there is none or it cannot be read. */
export function loadDraft(): PayoutDraft {
  const stored = parsed(read())
  if (stored === undefined) return emptyDraft
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
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Storage can be full or forbidden; losing the copy is better than losing the keystroke.
  }
}

function read(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

interface Stored {
  readonly country: unknown
  readonly values: Readonly<Record<string, unknown>>
}

function parsed(text: string | null): Stored | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isStored(value) ? value : undefined
  } catch {
    return undefined
  }
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
