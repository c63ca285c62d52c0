import { ruleBook } from '#shared/countries/rule-book.ts'
import { chosenMethod } from '#shared/paste/fill-form.ts'
import type { FoundField } from '#shared/paste/found.ts'
import type { MessageReading } from '#shared/paste/read-message.ts'
import { csvLine } from '#shared/payout/csv-text.ts'
import { type FieldName, fieldNames } from '#shared/payout/fields.ts'
import { t } from '../language/translate.ts'

/** One person of a message, with the values that were taken. */
export interface TakenPerson {
  readonly reading: MessageReading
  readonly taken: readonly FoundField[]
}

/** The people of a message as a file would have them, under the headings of our own template: they are read and checked as any file is. */
export function peopleAsFile(people: readonly TakenPerson[]): string {
  const rows = people.map(rowOf)
  const columns = (['country', 'method', ...fieldNames] as const).filter(
    (name, place, all) => all.indexOf(name) === place && rows.some((row) => row[name] !== undefined),
  )
  const headings = columns.map((name) => t(name === 'method' ? 'field.method' : `field.${name}`))
  return [headings, ...rows.map((row) => columns.map((name) => row[name] ?? ''))].map(csvLine).join('')
}

type Row = Readonly<Partial<Record<FieldName | 'method', string>>>

function rowOf({ reading: { country, method }, taken }: TakenPerson): Row {
  const values = Object.fromEntries(taken.map(({ field, value }) => [field, value.replaceAll(/\s/g, ' ')] as const))
  const chosen = country && chosenMethod(ruleBook[country.code], taken, method === undefined ? [] : [method])
  return { ...values, ...(country && { country: country.code }), ...(chosen && { method: chosen.id }) }
}

let handed: string | undefined

/** Keeps the file for the screen of imports, in memory alone: nothing is saved before a person has seen the rows there. */
export function handToImport(file: string): void {
  handed = file
}

export function takeHandedPeople(): string | undefined {
  const file = handed
  handed = undefined
  return file
}
