import { completeEntry, type Entry } from '#shared/payout/entry.ts'
import { disputedField } from '../beneficiaries/beneficiary-conflict.tsx'
import { entryNames } from '../beneficiaries/detail-rows.ts'
import { ConflictView } from '../conflict/conflict-view.tsx'
import type { NewerVersion } from './newer-version.ts'
import { withPaymentOf } from './saved-entry.ts'

export interface PayoutConflictProps {
  readonly mine: Entry
  /** As both had it before; undefined when that is no longer known. */
  readonly base: Entry | undefined
  readonly newer: NewerVersion
  readonly isSaving: boolean
  readonly onSettled: (entry: Entry) => void
  readonly onBack: () => void
}

/** A payout, or whom it pays, that two people have changed: field by field. */
export function PayoutConflict({ mine, base, newer, isSaving, onSettled, onBack }: PayoutConflictProps) {
  const theirs = newer.what === 'book' ? withPaymentOf(newer.entry, mine) : newer.entry
  return (
    <ConflictView
      newer={newer}
      fields={entryNames(mine).map((name) => disputedField(name, mine, base, theirs))}
      isSaving={isSaving}
      onBack={onBack}
      // The ticks stay as they are in the form: a person has set them for what stands there.
      onSettled={(values) => onSettled(completeEntry({ ...mine, ...values }))}
    />
  )
}
