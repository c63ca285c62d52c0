import { z } from 'zod'
import { countryCodes } from '#shared/countries/rule-book.ts'

const values = z.record(z.string(), z.array(z.string()))

const payee = z.object({
  must: z.record(z.string(), z.string()),
  may: values.default({}),
  never: values.default({}),
})

/** What a careful person would enter of one payee: what has to be found, what may be, and what is tempting and wrong. */
export type LabelledPayee = z.infer<typeof payee>

const labelledMessage = z.object({
  id: z.string(),
  /** Undefined where even a careful person could not say. */
  country: z.enum(countryCodes).nullable(),
  group: z.enum(['one', 'several', 'africa', 'table', 'voice', 'mail', 'invoice']),
  text: z.string(),
  people: z.array(payee),
  note: z.string().optional(),
})

/** A message as people send them, with what belongs in the form, written by hands that did not see the reader. */
export type LabelledMessage = z.infer<typeof labelledMessage>

/** The messages of a file of JSON Lines. */
export function labelledMessages(jsonLines: string): readonly LabelledMessage[] {
  return jsonLines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => labelledMessage.parse(JSON.parse(line)))
}
