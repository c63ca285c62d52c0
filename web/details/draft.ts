import { countryCodes, isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { isLanguage, type Language } from '#shared/language/languages.ts'
import { usableFields } from '#shared/payout/entry.ts'
import { type EntryDraft, emptyDraft, restoredEntry } from '#shared/payout/entry-draft.ts'
import type { SentDetails } from './calls.ts'
import { jsonIn, memberOf, textMember } from './read-json.ts'

/** What this browser remembers of a link, and of no other: until it was sent, for a week at most. */
export interface DetailsDraft {
  readonly form: EntryDraft
  /** The language chosen on the page, where it is not that of the link. */
  readonly language?: Language | undefined
  /** What was sent without an answer so far: once more under the same id it arrives once. */
  readonly pending?: SentDetails | undefined
}

const nothing: DetailsDraft = { form: emptyDraft }

const lifeMs = 7 * 24 * 60 * 60_000

const prefix = 'details.'

/** What was typed for a link in this browser. What is older than a week is deleted first, of whichever link. */
export function draftOf(id: string): DetailsDraft {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix) && savedIn(key) === undefined) localStorage.removeItem(key)
    const saved = savedIn(prefix + id)
    return saved ?? nothing
  } catch {
    // Without storage the page forgets on leaving.
    return nothing
  }
}

/** Changes a part of it. */
export function changeDraft(id: string, part: Partial<DetailsDraft>): void {
  try {
    localStorage.setItem(prefix + id, JSON.stringify({ ...draftOf(id), ...part, savedAt: Date.now() }))
  } catch {
    // As above.
  }
}

/** Deletes all but the language: it was sent, or the payee wants it gone. */
export function forgetTyped(id: string): void {
  const { language } = draftOf(id)
  try {
    localStorage.removeItem(prefix + id)
  } catch {
    // As above.
  }
  if (language !== undefined) changeDraft(id, { language })
}

/** Undefined where it is too old, or none. */
function savedIn(key: string): DetailsDraft | undefined {
  const found = jsonIn(localStorage.getItem(key) ?? '')
  const savedAt = memberOf(found, 'savedAt')
  if (typeof savedAt !== 'number' || Date.now() - savedAt >= lifeMs) return undefined
  const language = textMember(found, 'language') ?? null
  return {
    form: restored(memberOf(found, 'form')),
    ...(isLanguage(language) && { language }),
    pending: pendingIn(memberOf(found, 'pending')),
  }
}

function restored(found: unknown): EntryDraft {
  const entries: EntryDraft['entries'] = Object.fromEntries(
    countryCodes.flatMap((code) => {
      const entry = restoredEntry(ruleBook[code], memberOf(memberOf(found, 'entries'), code))
      return entry === undefined ? [] : [[code, entry] as const]
    }),
  )
  const country = textMember(found, 'country')
  return { country: isCountryCode(country) && entries[country] ? country : undefined, entries }
}

function pendingIn(found: unknown): SentDetails | undefined {
  const submissionId = textMember(found, 'submissionId')
  const entry = memberOf(found, 'entry')
  if (submissionId === undefined || typeof entry !== 'object' || entry === null) return undefined
  return { submissionId, entry: usableFields({ ...entry }) }
}
