import {
  type ValidationJob,
  type ValidationStart,
  validationJobSchema,
  validationJobsSchema,
} from '#shared/api/batch-validation.ts'
import { findPayouts } from '../entry/payout-rows.ts'
import { rowMac } from '../store/row-mac.ts'
import type { Store } from '../store/store.ts'
import { brazil, changed, enter, payoutWrite } from './payouts.ts'
import type { Visitor } from './test-app.ts'

/** A batch of Brazilian payouts, one for each last name, each to a person of their own. Answers its id and theirs. */
export async function batchOf(
  clerk: Visitor,
  store: Store,
  lastNames: readonly string[],
): Promise<{ readonly id: string; readonly payoutIds: readonly string[] }> {
  const write = { name: 'Payroll', source: { kind: 'api', name: null }, rowsGiven: null }
  const { headers } = await clerk.post('/api/batches', write)
  const id = `${headers.location}`.split('/')[3] ?? ''
  const payoutIds: string[] = []
  for (const [place, beneficiaryLastName] of lastNames.entries()) {
    const fields = { beneficiaryLastName, documentNumber: newCpf(), recipientPixKey: `p${place}@example.com` }
    const payout = await enter(clerk, changed(payoutWrite(brazil), { ...fields, amount: `${100 + place}` }))
    payoutIds.push(payout.id)
  }
  await store.write(async ({ db, encryption }) => {
    for (const row of await findPayouts(db, payoutIds)) {
      const columns = { batch_id: id, batch_row: payoutIds.indexOf(row.id) + 1 }
      const row_mac = rowMac(encryption, 'payouts', { ...row, ...columns })
      await db
        .updateTable('payouts')
        .set({ ...columns, row_mac })
        .where('id', '=', row.id)
        .execute()
    }
  })
  return { id, payoutIds }
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
