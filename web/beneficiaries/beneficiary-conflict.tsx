import type { Details } from '#shared/api/details.ts'
import { detailFields } from '#shared/api/details.ts'
import { ConflictView, type ShownField } from '../conflict/conflict-view.tsx'
import { GroupedNumber } from '../ui/grouped-number.tsx'
import { type DetailName, detailLabel, inFormOrder, meaning } from './detail-rows.ts'
import type { NewerVersion } from './save-beneficiary.ts'

export interface BeneficiaryConflictProps {
  readonly mine: Details
  /** As both had it before; undefined when that is no longer known. */
  readonly base: Details | undefined
  readonly newer: NewerVersion
  readonly isSaving: boolean
  readonly onSettled: (details: Details) => void
  readonly onBack: () => void
}

/** A beneficiary that two people have changed, field by field. */
export function BeneficiaryConflict({ mine, base, newer, isSaving, onSettled, onBack }: BeneficiaryConflictProps) {
  return (
    <ConflictView
      newer={newer}
      fields={inFormOrder(mine).map((name) => disputedDetail(name, mine, base, newer.details))}
      isSaving={isSaving}
      onBack={onBack}
      onSettled={(values) => onSettled(detailsFrom(values))}
    />
  )
}

/** One field of the details with both its values. */
export function disputedDetail(
  name: DetailName,
  mine: Details,
  base: Details | undefined,
  theirs: Details,
): ShownField {
  return {
    name,
    label: detailLabel(mine, name),
    base: base && (base[name] ?? ''),
    mine: mine[name] ?? '',
    theirs: theirs[name] ?? '',
    show: (value) => <Shown name={name} value={value} of={mine[name] === value ? mine : theirs} />,
  }
}

function Shown({ name, value, of }: { readonly name: DetailName; readonly value: string; readonly of: Details }) {
  const words = meaning(of, name, value)
  if (words === undefined) return <GroupedNumber text={value} />
  return (
    <>
      {words} <code>{value}</code>
    </>
  )
}

/** The details that the settled values come to. */
export function detailsFrom(values: Readonly<Record<string, string>>): Details {
  const filled = detailFields.filter((field) => (values[field] ?? '') !== '')
  return {
    country: values.country ?? '',
    method: values.method ?? '',
    ...Object.fromEntries(filled.map((field) => [field, values[field]])),
  }
}
