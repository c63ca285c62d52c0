import { type Fault, type OwnRemark, remarkOn } from '#shared/api/fault.ts'
import type { Change } from '#shared/api/payout-preview.ts'
import type { ParamsOf, RemarkCode } from '#shared/api/remark-codes.ts'
import type { CleaningNote } from '#shared/rule-book/cleaning.ts'
import type { EntryField } from '#shared/rule-book/entry-fields.ts'

/** What became of one field: the value to send if there is one, and everything to say about it. */
export interface FieldReading {
  readonly value?: string | number | boolean
  readonly changes: readonly Change[]
  readonly faults: readonly Fault[]
  readonly warnings: readonly OwnRemark[]
  readonly notices: readonly OwnRemark[]
}

const nothing: FieldReading = { changes: [], faults: [], warnings: [], notices: [] }

/** A value to send, with what cleaning did to it. */
export function sent(
  field: EntryField,
  value: string | number | boolean,
  notes: readonly CleaningNote[] = [],
  remarks: { warnings?: readonly OwnRemark[]; notices?: readonly OwnRemark[] } = {},
): FieldReading {
  return { ...nothing, ...remarks, value, changes: notes.map((note) => ({ field, ...note })) }
}

/** A field that has to be changed; a cleaned value may still be shown beside the fault. */
export function refused<Code extends RemarkCode>(
  field: EntryField,
  code: Code,
  params: ParamsOf<Code>,
  detail: string,
): FieldReading {
  return faulty(remarkOn(field, code, params, detail))
}

/** The same, where the fault is found by a rule of its own. */
export function faulty(fault: Fault): FieldReading {
  return { ...nothing, faults: [fault] }
}

/** A field that is not part of the request. */
export function unsent(changes: readonly Change[] = []): FieldReading {
  return { ...nothing, changes }
}
