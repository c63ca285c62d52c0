import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { type FieldTable, payoutFields, sentIn } from './fields.ts'

/*
 * The interface spells one field in two ways: currencyCode, "also written CurrencyCode". Here a request has each field under its name in
 * the table; where it leaves, under the spelling that the server was told to use.
 */

/** Spellings of fields, by their names in the table. */
export type FieldSpellings = Readonly<Record<string, string>>

/** A table whose requests are sent in these spellings. */
export function withSpellings(fields: FieldTable, spellings: FieldSpellings): FieldTable {
  const spelt = Object.entries(fields).map(([name, field]) => {
    const { [name]: sentAs = name } = spellings
    return [name, sentAs === name ? field : { ...field, sentAs }] as const
  })
  return Object.fromEntries(spelt)
}

/** The name under which a field is sent. */
export function sentName(fields: FieldTable, name: string): string {
  return fields[name]?.sentAs ?? name
}

/** A request as it leaves: in the order of the interface, each field under the name it is sent under. */
export function sentRequest(request: PayoutRequest, fields: FieldTable = payoutFields): PayoutRequest {
  const sent = sentIn(fields).flatMap((name) => {
    const { [name]: value } = request
    return value === undefined ? [] : [[sentName(fields, name), value] as const]
  })
  return Object.fromEntries(sent)
}

/** The field of the table that a request means by a name, in either spelling; undefined where there is none. */
export function fieldSentAs(name: string, fields: FieldTable = payoutFields): string | undefined {
  return sentIn(fields).find((own) => own === name || fields[own]?.alsoSpelt === name)
}

/** What {@link sentRequest} was made of. */
export function receivedRequest(sent: PayoutRequest, fields: FieldTable = payoutFields): PayoutRequest {
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [fieldSentAs(name, fields) ?? name, value]))
}
