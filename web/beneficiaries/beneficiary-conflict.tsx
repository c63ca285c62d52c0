import { completeEntry, type Entry } from '#shared/payout/entry.ts'
import { ConflictView, type ShownField } from '../conflict/conflict-view.tsx'
import { GroupedNumber } from '../ui/grouped-number.tsx'
import { beneficiaryNames, type EntryName, entryLabel, meaning } from './detail-rows.ts'
import type { NewerVersion } from './save-beneficiary.ts'

export interface BeneficiaryConflictProps {
  readonly mine: Entry
  /** As both had it before; undefined when that is no longer known. */
  readonly base: Entry | undefined
  readonly newer: NewerVersion
  readonly isSaving: boolean
  readonly onSettled: (entry: Entry) => void
  readonly onBack: () => void
}

/** A beneficiary that two people have changed, field by field. */
export function BeneficiaryConflict({ mine, base, newer, isSaving, onSettled, onBack }: BeneficiaryConflictProps) {
  return (
    <ConflictView
      newer={newer}
      fields={beneficiaryNames(mine).map((name) => disputedField(name, mine, base, newer.entry))}
      isSaving={isSaving}
      onBack={onBack}
      onSettled={(values) => onSettled(completeEntry(values))}
    />
  )
}

/** One field of an entry with both its values. */
export function disputedField(name: EntryName, mine: Entry, base: Entry | undefined, theirs: Entry): ShownField {
  return {
    name,
    label: entryLabel(mine, name),
    base: base?.[name],
    mine: mine[name],
    theirs: theirs[name],
    show: (value) => <Shown name={name} value={value} of={mine[name] === value ? mine : theirs} />,
  }
}

function Shown({ name, value, of }: { readonly name: EntryName; readonly value: string; readonly of: Entry }) {
  const words = meaning(of, name, value)
  if (words === undefined) return <GroupedNumber text={value} />
  return (
    <>
      {words} <code>{value}</code>
    </>
  )
}
