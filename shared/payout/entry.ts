import {
  type FieldTable,
  type FlagFieldName,
  fieldNames,
  isFlagField,
  payoutFields,
  type TextFieldName,
} from './fields.ts'

/**
 * One payout as a person enters it, from the keystroke to the row: how it is paid, and every field. Texts are as typed ('' is blank), an
 * amount is plain decimal text once it is saved, a flag that is left out was not given. While a form is open, fields that its country and
 * method do not use may hold something; in what is saved they are blank. For a beneficiary alone, the fields of the payment are blank.
 */
export type Entry = { readonly method: string } & Readonly<Record<TextFieldName, string>> &
  Readonly<Partial<Record<FlagFieldName, boolean>>>

/** An entry as it comes, of any shape: from a program, a file, a form of an older version. */
export type RawEntry = Readonly<Record<string, unknown>>

/** What can be taken of anything: each field that holds what its kind holds, the others blank. */
export function completeEntry(found: RawEntry, fields: FieldTable = payoutFields): Entry {
  const { texts, flags } = kindsIn(fields)
  const entry: Record<string, string | boolean> = {}
  for (const name of texts) entry[name] = textIn(found, name) ?? ''
  entry.method = textIn(found, 'method') ?? ''
  for (const name of flags) setFlag(entry, found, name)
  if (!isEntry(entry)) throw new Error('A table of fields has at least those of a payout.')
  return entry
}

/** The fields, `method` among them, that hold what their kind holds: a text or a flag. */
export function usableFields(
  found: RawEntry,
  fields: FieldTable = payoutFields,
): Readonly<Record<string, string | boolean>> {
  const { names } = kindsIn(fields)
  const usable: Record<string, string | boolean> = {}
  for (const name of names) {
    const text = fields[name]?.rule === 'flag' ? undefined : textIn(found, name)
    if (text !== undefined) usable[name] = text
    else if (fields[name]?.rule === 'flag') setFlag(usable, found, name)
  }
  return usable
}

function textIn(found: RawEntry, name: string): string | undefined {
  const value = Object.hasOwn(found, name) ? found[name] : undefined
  return typeof value === 'string' ? value : undefined
}

function setFlag(entry: Record<string, string | boolean>, found: RawEntry, name: string): void {
  const value = Object.hasOwn(found, name) ? found[name] : undefined
  if (typeof value === 'boolean') entry[name] = value
}

interface Kinds {
  /** `method` first. */
  readonly names: readonly string[]
  readonly texts: readonly string[]
  readonly flags: readonly string[]
}

function kindsIn(fields: FieldTable): Kinds {
  const known = kinds.get(fields)
  if (known !== undefined) return known
  const names = Object.keys(fields)
  const isFlag = (name: string) => fields[name]?.rule === 'flag'
  const found = {
    names: ['method', ...names],
    texts: names.filter((name) => !isFlag(name)),
    flags: names.filter(isFlag),
  }
  kinds.set(fields, found)
  return found
}

/** Made once for a table, as a file of twenty thousand entries asks for it several times each. */
const kinds = new WeakMap<FieldTable, Kinds>()

function isEntry(values: RawEntry): values is Entry {
  return fieldNames.every((name) => isFlagField(name) || typeof values[name] === 'string')
}

/** The entry in which nothing is entered yet. */
export const blankEntry: Entry = completeEntry({})

/** Without the blank texts: how an entry is read, stored and sent. {@link completeEntry} gives the entry back. */
export function filledFields(entry: Entry): Readonly<Record<string, string | boolean>> {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== ''))
}

/** Only the fields that say who is paid and where: what is saved as a beneficiary. */
export function beneficiaryPart(entry: Entry, fields: FieldTable = payoutFields): Entry {
  const part = Object.entries(entry).filter(([name]) => name === 'method' || fields[name]?.of === 'beneficiary')
  return completeEntry(Object.fromEntries(part), fields)
}

/** The names in which two entries differ: `method` first, then in the order of the table. */
export function differingFields(
  before: RawEntry,
  after: RawEntry,
  fields: FieldTable = payoutFields,
): readonly string[] {
  return ['method', ...Object.keys(fields)].filter((name) => before[name] !== after[name])
}
