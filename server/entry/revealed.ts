import type { MaskedFields } from '#shared/api/entry.ts'
import { mayDo } from '#shared/api/permissions.ts'
import { filledFields } from '#shared/payout/entry.ts'
import type { Member } from '../people/member.ts'
import { notPermitted } from '../people/permitted.ts'
import { maskedOf, secretFields } from './masked.ts'
import type { TypedValues } from './typed-by.ts'
import type { FieldReader } from './written-entry.ts'

type Viewer = Pick<Member, 'id' | 'roles'>

/** An entry as a person sees it who asks for it in full. */
export interface RevealedEntry {
  /** Without the fields that stay hidden. */
  readonly entry: Readonly<Record<string, string | boolean>>
  /** The secret fields that stay hidden, by their ends. */
  readonly masked: MaskedFields
  /** The secret fields that are shown. */
  readonly fields: readonly string[]
  /** Whether a field stays hidden, also in the request and in messages. */
  readonly isHidden: (field: string) => boolean
}

/** Which secret fields of an entry a person may see in full: who approves all of them, who enters those that they typed. */
export function revealableTo(
  { id, roles }: Viewer,
  { entry, typedBy }: TypedValues,
  { fields }: FieldReader,
): string[] {
  const secret = secretFields(entry, fields).map(([name]) => name)
  if (mayDo(roles, 'approve')) return secret
  return mayDo(roles, 'enter') ? secret.filter((name) => typedBy[id]?.includes(name)) : []
}

/** @throws Failure NOT_PERMITTED to who may see nothing of it in full */
export function revealedTo(person: Viewer, values: TypedValues, reader: FieldReader): RevealedEntry {
  const fields = revealableTo(person, values, reader)
  if (fields.length === 0 && !mayDo(person.roles, 'approve')) throw notPermitted('reveal')
  const isHidden = hiddenFrom(person, values, reader)
  return { ...without(values, reader, isHidden), fields, isHidden }
}

/** Returns whether the value of a field is to be hidden from a person. */
export function hiddenFrom(person: Viewer, values: TypedValues, reader: FieldReader): (field: string) => boolean {
  if (mayDo(person.roles, 'approve')) return () => false
  const shown = revealableTo(person, values, reader)
  return (field) => reader.fields[field]?.isSecret === true && !shown.includes(field)
}

/** An entry as a form begins with it: nothing that is secret is in it. */
export function hiddenEntry(values: Pick<TypedValues, 'entry'>, reader: FieldReader) {
  return without(values, reader, (field) => reader.fields[field]?.isSecret === true)
}

function without(
  { entry }: Pick<TypedValues, 'entry'>,
  { fields }: FieldReader,
  isHidden: RevealedEntry['isHidden'],
): Pick<RevealedEntry, 'entry' | 'masked'> {
  return {
    entry: Object.fromEntries(Object.entries(filledFields(entry)).filter(([name]) => !isHidden(name))),
    masked: Object.fromEntries(Object.entries(maskedOf(entry, fields)).filter(([name]) => isHidden(name))),
  }
}
