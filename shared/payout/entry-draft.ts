import { type CountryCode, isCountryCode, type PayableCountry, ruleBook } from '#shared/countries/rule-book.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { blankEntry, completeEntry, type Entry, usableFields } from './entry.ts'
import { type FieldTable, payoutFields, textFields } from './fields.ts'
import { onlyChoices } from './form-fields.ts'

/** A payout being entered: the country, and the whole entry of each country visited, as it was left. */
export interface EntryDraft {
  readonly country: CountryCode | undefined
  readonly entries: Partial<Readonly<Record<CountryCode, Entry>>>
}

/** A payout of which nothing is entered yet. */
export const emptyDraft: EntryDraft = { country: undefined, entries: {} }

/** Each is made once: whether something was typed is asked of every visited country at each key. */
const emptyEntries = new WeakMap<Country, Entry>()

/** An empty entry of a country, its only choices made. */
export function emptyEntry(country: Country): Entry {
  const made = emptyEntries.get(country) ?? makeEmptyEntry(country)
  emptyEntries.set(country, made)
  return made
}

function makeEmptyEntry(country: Country): Entry {
  const [method] = country.methods
  const chosen = { currencyCode: country.currency, ...onlyChoices(country, method) }
  return completeEntry({ ...blankEntry, ...chosen, country: country.code, method: method.id })
}

/** Whether nothing was typed or chosen that the country did not settle by itself. */
export function isEmptyEntry(country: Country, entry: Entry): boolean {
  const empty = emptyEntry(country)
  return textFields.every((name) => entry[name] === empty[name])
}

/** Whether nothing was typed or ticked in any country that was visited; a country and a method alone are nothing to lose. */
export function isDraftUntouched({ entries }: EntryDraft): boolean {
  return Object.entries(entries).every(
    ([code, found]) => isCountryCode(code) && found.TermsApproved !== true && isEmptyEntry(ruleBook[code], found),
  )
}

/**
 * Goes to another country: what both share comes along, what that country alone has comes back as it was left.
 * Going and coming back gives the draft back.
 */
export function switchCountry(draft: EntryDraft, to: PayableCountry, fields: FieldTable = payoutFields): EntryDraft {
  const current = draft.country === undefined ? undefined : draft.entries[draft.country]
  const target = draft.entries[to.code] ?? emptyEntry(to)
  const entry = current === undefined ? target : withShared(target, current, fields)
  return { country: to.code, entries: { ...draft.entries, [to.code]: entry } }
}

/** An amount means the same within its currency alone. */
function withShared(target: Entry, current: Entry, fields: FieldTable): Entry {
  const isSameMoney = target.currencyCode === current.currencyCode
  const isTaken = (name: string) => fields[name]?.isShared === true || (name === 'amount' && isSameMoney)
  const own = Object.entries(target).filter(([name]) => !isTaken(name))
  const shared = Object.entries(current).filter(([name]) => isTaken(name))
  return completeEntry(Object.fromEntries([...own, ...shared]), fields)
}

/**
 * An entry from storage, where an older version may have written it: what it holds for a known field stays, what it lacks begins as in an
 * empty one. Undefined where it is no entry at all.
 */
export function restoredEntry(country: Country, stored: unknown): Entry | undefined {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return undefined
  return completeEntry({ ...emptyEntry(country), ...usableFields({ ...stored }), country: country.code })
}
