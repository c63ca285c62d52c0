import { useMemo, useRef, useState } from 'react'
import { type CountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { type EntryDraft, switchCountry } from '#shared/payout/entry-draft.ts'
import type { FormFieldName } from '#shared/payout/form-fields.ts'
import { type ImpliedBefore, impliedCodes } from '#shared/payout/implied-codes.ts'
import { t } from '../language/translate.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { issueWords } from './issue-words.ts'
import { type DetailsReading, readDetails } from './reading.ts'

/** The form of a payee: what was typed, and what is wrong with it. */
export interface DetailsForm {
  readonly draft: EntryDraft
  /** Undefined until a country is chosen. */
  readonly reading: DetailsReading | undefined
  /** How often the payee wanted to go on; from the first time on every error is shown, before that those of fields that were left. */
  readonly attempt: number
  readonly errorOf: (field: string) => string | undefined
  readonly chooseCountry: (country: CountryCode) => void
  readonly change: (values: Partial<Entry>) => void
  readonly leave: (field: FormFieldName) => void
  /** Shows another content instead. */
  readonly fill: (draft: EntryDraft) => void
  /** Whether the payee can go on: nothing is wrong. */
  readonly attemptToGoOn: () => boolean
}

export function useDetailsForm(first: EntryDraft, onDraft: (draft: EntryDraft) => void): DetailsForm {
  const [draft, setDraft] = useState(first)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [attempt, setAttempt] = useState(0)
  const announce = useAnnounce()
  // Recorded, so that it can change with the number that it follows from.
  const before = useRef<ImpliedBefore>({})
  const { country, entries } = draft
  const entry = country && entries[country]
  const reading = useMemo(() => country && entry && readDetails(ruleBook[country], entry), [country, entry])

  function put(next: EntryDraft) {
    setDraft(next)
    onDraft(next)
  }

  function putEntry(next: Entry) {
    if (country !== undefined) put({ country, entries: { ...entries, [country]: next } })
  }

  /** Fills in what follows from a number that was pasted or left: the type of a document or an account, the bank. */
  function withImplied(typed: Entry): Entry {
    if (country === undefined) return typed
    const filled = impliedCodes(ruleBook[country], typed, before.current)
    const { accountNumber } = filled.payoutAccountTypeCode === undefined ? before.current : typed
    before.current = { ...before.current, ...filled, ...(accountNumber !== undefined && { accountNumber }) }
    if (filled.bankName !== undefined)
      announce(t(filled.bankName === '' ? 'payouts.bank.open' : 'payouts.bank.filledIn'))
    return { ...typed, ...filled }
  }

  return {
    draft,
    reading,
    attempt,
    errorOf(field) {
      const error = attempt > 0 || left.has(field) ? reading?.errors.find((found) => found.field === field) : undefined
      return error && issueWords(error)
    },
    chooseCountry(code) {
      before.current = {}
      setLeft(new Set())
      put(switchCountry(draft, ruleBook[code]))
    },
    change(values) {
      if (entry === undefined) return
      const isPaste = numbers.some((name) => (values[name]?.length ?? 0) - entry[name].length > 4)
      putEntry(isPaste ? withImplied({ ...entry, ...values }) : { ...entry, ...values })
    },
    leave(field) {
      setLeft(new Set([...left, field]))
      if (entry !== undefined && numbers.some((name) => name === field)) putEntry(withImplied(entry))
    },
    fill: put,
    attemptToGoOn() {
      setAttempt(attempt + 1)
      return reading !== undefined && reading.errors.length === 0
    },
  }
}

const numbers = ['documentNumber', 'accountNumber'] as const
