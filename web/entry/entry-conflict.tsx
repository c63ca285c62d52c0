import type { MaskedFields } from '#shared/api/entry.ts'
import type { BankNames } from '#shared/banks/bank-names.ts'
import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { completeEntry, type Entry, type RawEntry } from '#shared/payout/entry.ts'
import { paperGroups } from '#shared/payout/number-groups.ts'
import { useBankNames } from '../api/bank-names.ts'
import { ConflictView, type ShownField } from '../conflict/conflict-view.tsx'
import { t } from '../language/translate.ts'
import { GroupedNumber } from '../ui/grouped-number.tsx'
import type { EntryForm } from './entry-form.tsx'
import { beneficiaryNames, type EntryName, entryLabel, entryNames, entryValueMeaning } from './entry-words.ts'
import { entryIn, formEntryOf, keptIn, withPaymentOf } from './form-content.ts'
import { withEndings } from './payout-words.tsx'
import { type FormPart, nothingKept } from './reading.ts'
import type { FormSaving, SaveConflict } from './saving.tsx'
import { useWarnings } from './warnings-context.tsx'

export interface EntryConflictProps {
  readonly entryForm: EntryForm
  readonly part?: FormPart
  readonly saving: FormSaving
  readonly conflict: SaveConflict
}

/** The fields that two people have changed; the chosen values go into the form and are saved from there. */
export function EntryConflict({ entryForm, part, saving, conflict: { newer } }: EntryConflictProps) {
  const { open } = useWarnings()
  const bankNames = useBankNames()
  const content = entryForm.current()
  const { base } = content
  const { kept = nothingKept } = content
  const { kept: keptSince = nothingKept } = newer.goesOnFrom
  const typed = entryIn(content, part)
  const mine = withKeptEnds(typed, keptIn(content))
  const isBeneficiaryOnly = newer.what === 'beneficiary'
  const theirs = withKeptEnds(isBeneficiaryOnly ? withPaymentOf(newer.entry, mine) : newer.entry, keptSince)
  const names = part === 'beneficiary' ? beneficiaryNames(mine) : entryNames(mine)

  function settle(values: Readonly<Record<string, string>>) {
    // The confirmations of this form are not changed: they are for its own values.
    const settled = completeEntry({ ...typed, ...withoutEnds(values, [kept, keptSince]) })
    const { country } = settled
    if (!isCountryCode(country)) return
    const entries = { ...content.form.entries, [country]: formEntryOf(ruleBook[country], settled) }
    const next = entryForm.change({
      ...newer.goesOnFrom,
      base: isBeneficiaryOnly && base ? withPaymentOf(newer.entry, base) : newer.entry,
      form: { country, entries },
    })
    // An entry merged from two people's changes is looked at once more before it goes to review.
    saving.save({ content: next, submit: false, open })
  }

  return (
    <ConflictView
      newer={newer}
      fields={names.map((name) =>
        disputedField(name, { mine, base: base && withKeptEnds(base, kept), theirs }, bankNames),
      )}
      note={part === 'beneficiary' ? undefined : t('conflict.savedAsDraft')}
      isSaving={saving.isSaving}
      onBack={saving.forget}
      onSettled={settle}
    />
  )
}

/** A number that is not shown by its end, so that it is seen to have changed. */
function withKeptEnds(entry: Entry, kept: MaskedFields): Entry {
  const values: RawEntry = entry
  return withEndings(entry, Object.fromEntries(Object.entries(kept).filter(([name]) => values[name] === '')))
}

/** What is left blank stays as it is saved. */
function withoutEnds(values: Readonly<Record<string, string>>, kept: readonly MaskedFields[]) {
  const isEnd = (name: string, value: string) => kept.some(({ [name]: end }) => end && value === end)
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isEnd(name, value) ? '' : value]))
}

interface Versions {
  readonly mine: Entry
  readonly base: Entry | undefined
  readonly theirs: Entry
}

function disputedField(name: EntryName, { mine, base, theirs }: Versions, names: BankNames): ShownField {
  return {
    name,
    label: entryLabel(mine, name),
    base: base?.[name],
    mine: mine[name],
    theirs: theirs[name],
    show: (value) => (
      <Shown
        value={value}
        meaning={entryValueMeaning(mine[name] === value ? mine : theirs, name, names)}
        groups={paperGroups(mine.country, name, value)}
      />
    ),
  }
}

interface DisputedValueProps {
  readonly value: string
  readonly meaning: string | undefined
  readonly groups: readonly string[] | undefined
}

function Shown({ value, meaning, groups }: DisputedValueProps) {
  if (meaning === undefined) return <GroupedNumber text={value} groups={groups} />
  return (
    <>
      {meaning} <code>{value}</code>
    </>
  )
}
