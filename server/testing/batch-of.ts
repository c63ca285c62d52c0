import { batchSchema } from '#shared/api/batch.ts'
import { savedRowsSchema } from '#shared/api/batch-rows.ts'
import {
  type ValidationJob,
  type ValidationStart,
  validationJobSchema,
  validationJobsSchema,
} from '#shared/api/batch-validation.ts'
import { type ReceivedIssue, warningId } from '#shared/api/issue.ts'
import { okay } from './accounts.ts'
import { brazil, changed, payoutWrite } from './payouts.ts'
import type { Visitor } from './test-app.ts'

/** A batch of Brazilian payouts, one for each last name, each to a person of their own. Answers its id and theirs. */
export async function batchOf(
  clerk: Visitor,
  lastNames: readonly string[],
): Promise<{ readonly id: string; readonly payoutIds: readonly string[] }> {
  const write = { name: 'Payroll', source: { kind: 'api', name: null }, rowsGiven: null }
  const { id } = batchSchema.parse((await clerk.post('/api/batches', write)).json)
  const rows = lastNames.map((beneficiaryLastName, place) => {
    const fields = { beneficiaryLastName, documentNumber: newCpf(), recipientPixKey: `p${place}@example.com` }
    return { row: place + 1, ...changed(payoutWrite(brazil), { ...fields, amount: `${100 + place}` }) }
  })
  const save = async (confirmedOf: (row: number) => readonly ReceivedIssue[]) => {
    const sent = rows.map(({ row, entry }) => {
      const confirmed = confirmedOf(row).map((warning) => ({ warningId: warningId(warning) }))
      return { row, entry, confirmed }
    })
    return savedRowsSchema.parse(okay(await clerk.post(`/api/batches/${id}/rows`, { rows: sent }))).rows
  }
  const refused = new Map((await save(() => [])).map((one) => [one.row, 'problem' in one ? one.problem.warnings : []]))
  const saved = await save((row) => refused.get(row) ?? [])
  return { id, payoutIds: saved.flatMap((one) => ('payout' in one ? one.payout.id : [])) }
}

let people = 0

/** A tax number of its own, with its check digits. */
function newCpf(): string {
  people += 1
  const nine = [...String(100_000_000 + 7_919 * people)].map(Number)
  const digitFor = (digits: readonly number[]) =>
    ((digits.reduce((sum, digit, at) => sum + digit * (digits.length + 1 - at), 0) * 10) % 11) % 10
  const first = digitFor(nine)
  return [...nine, first, digitFor([...nine, first])].join('')
}

export const identityOfAll = { services: ['identity'], choice: 'all', asksAgain: false } as const satisfies Omit<
  ValidationStart,
  'billed'
>

/** Confirms validations of a batch; any answer but 201 ends the test with its text. */
export async function confirmValidations(
  clerk: Visitor,
  batchId: string,
  wish: Omit<ValidationStart, 'services'> & { readonly services: readonly ('identity' | 'bank')[] },
): Promise<ValidationJob> {
  const { status, text, json } = await clerk.post(`/api/batches/${batchId}/validations`, wish)
  if (status !== 201) throw new Error(`answered ${status}: ${text}`)
  return validationJobSchema.parse(json)
}

/** The newest validations of a batch. */
export async function newestJob(person: Visitor, batchId: string): Promise<ValidationJob> {
  const { items } = validationJobsSchema.parse((await person.get(`/api/batches/${batchId}/validations`)).json)
  const [job] = items
  if (job === undefined) throw new Error('The batch has none.')
  return job
}
