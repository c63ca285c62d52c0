import { request } from 'undici'
import { vi } from 'vitest'
import * as z from 'zod/mini'
import { batchSchema } from '#shared/api/batch.ts'
import { validationCountsSchema } from '#shared/api/batch-validation.ts'
import { newDetailsLinkSchema, submissionSchema } from '#shared/api/details-links.ts'
import { beneficiaryPart, completeEntry, filledFields } from '#shared/payout/entry.ts'
import type { Two } from './account-journeys.ts'
import { enrolByPasskey, okay, problemOf } from './accounts.ts'
import { batchOf, confirmValidations, identityOfAll, newestJob } from './batch-of.ts'
import { actIn, beginAct, listedOne, listOf, lookThrough, runAct, signList } from './batch-review.ts'
import { souza } from './beneficiaries.ts'
import { approve, confirmedIn, enter, payoutIn, payoutWrite, reveal, step } from './payouts.ts'
import type { Answer, TestApp } from './test-app.ts'

type Confirmed = ReturnType<typeof confirmedIn>

/** Sends once more, with its warnings confirmed, what was refused for them. */
async function confirming(send: (confirmed: Confirmed) => Promise<Answer>): Promise<unknown> {
  const first = await send([])
  return okay(problemOf(first) === 'WARNINGS_UNCONFIRMED' ? await send(confirmedIn(first)) : first)
}

const namedSchema = z.object({ id: z.string() })

const whole = { from: 0, count: 1 }

/** A beneficiary with a last name that no one else has. */
function detailsOf(beneficiaryLastName: string) {
  return filledFields(beneficiaryPart(completeEntry(souza({ beneficiaryLastName }))))
}

/** One payout and its beneficiary, through all that a person does with it. */
export async function onePayout(app: TestApp, { ana, bruno }: Two, name: string): Promise<void> {
  okay(await ana.post('/api/payout-previews', payoutWrite().entry))
  const entry = detailsOf(name)
  const made = await confirming((confirmed) => ana.post('/api/beneficiaries', { entry, confirmed }))
  const { id: beneficiaryId } = namedSchema.parse(made)
  const address = `/api/beneficiaries/${beneficiaryId}`
  await confirming((confirmed) =>
    ana.put(address, { entry: { ...entry, city: 'Olinda' }, confirmed }, { 'if-match': '"1"' }),
  )
  okay(await ana.get('/api/beneficiary-file?format=csv'))
  const { id } = await enter(ana, payoutWrite())
  const seen = async () => payoutIn(await ana.get(`/api/payouts/${id}`))
  const { version } = await seen()
  await confirming((confirmed) =>
    ana.put(`/api/payouts/${id}`, payoutWrite(undefined, { confirmed, submit: true }), { 'if-match': `"${version}"` }),
  )
  for (const act of ['withdraw', 'submit']) okay(await step(ana, await seen(), act))
  okay(await step(bruno, await seen(), 'return', { comment: 'Look again' }))
  okay(await step(ana, await seen(), 'submit'))
  await approve(bruno, await seen())
  okay(await step(bruno, await seen(), 'undo'))
  const who = { name: `${name} Reviewer`, email: `${name}@example.com`, roles: ['reviewer'] } as const
  const signer = await enrolByPasskey(app, who)
  okay(await signList(signer, [listedOne(id, await reveal(bruno, id))]))
  const payouts = [{ id, version: (await seen()).version }]
  okay(await bruno.post('/api/return-jobs', { list: whole, comment: 'Look again', payouts }))
  const gone = await enter(ana, payoutWrite())
  okay(await ana.delete(`/api/payouts/${gone.id}`, { 'if-match': `"${gone.version}"` }))
}

/** A batch: its sheet, its rows, its validations, one review, the export, and what became of it. */
export async function oneBatch({ ana, bruno }: Two, name: string): Promise<void> {
  const write = { name, source: { kind: 'file', name: 'july.csv' }, rowsGiven: 1 }
  const begun = okay(await ana.post('/api/batches', write, { 'idempotency-key': crypto.randomUUID() }))
  const { id: sheetId } = batchSchema.parse(begun)
  const sheet = `/api/batches/${sheetId}/sheet`
  okay(await ana.put(sheet, { head: { fields: ['country'] } }, { 'if-none-match': '*' }))
  okay(await ana.put(`${sheet}/parts`, { parts: [{ part: 0, revision: 0, rows: [{ row: 1, cells: {} }] }] }))
  okay(await ana.get(sheet))
  okay(await ana.get(`${sheet}/parts`))
  const damage = { column: 'CLABE', field: 'accountNumber', code: 'zeros_lost', taken: 'probable', count: 1 }
  okay(await ana.post(`/api/batches/${sheetId}/accepted-damage`, { accepted: [damage] }))
  const row = { row: 1, entry: payoutWrite().entry, confirmed: [], withErrors: true }
  okay(await ana.post('/api/row-jobs', { batchId: sheetId, list: whole, rows: [row] }))
  okay(await ana.post('/api/batches', { ...write, rowsGiven: null }))
  const emptied = batchSchema.parse(okay(await ana.post('/api/batches', write)))
  okay(await ana.delete(`/api/batches/${emptied.id}`, { 'if-match': `"${emptied.version}"` }))

  const { id: batchId, payoutIds } = await batchOf(ana, ['Sandbox Slow', `${name} Lima`])
  const [one = '', other = ''] = payoutIds
  // A call of what was stopped may end meanwhile, which changes the number that is confirmed.
  const validate = () =>
    vi.waitFor(async () => {
      const { asksAgain: _, ...wish } = identityOfAll
      const counts = okay(await ana.post(`/api/batches/${batchId}/validation-counts`, wish))
      return confirmValidations(ana, batchId, { ...identityOfAll, billed: validationCountsSchema.parse(counts).billed })
    }, 10_000)
  const job = await validate()
  okay(await ana.post(`/api/validation-jobs/${job.id}/pause`, {}))
  const { remaining } = await newestJob(ana, batchId)
  okay(await ana.post(`/api/validation-jobs/${job.id}/resume`, { billed: remaining }))
  okay(await ana.post(`/api/account/work/${job.id}/stop`, {}))
  okay(await ana.post(`/api/validation-jobs/${(await validate()).id}/stop`, {}))
  const seen = async (id: string) => payoutIn(await ana.get(`/api/payouts/${id}`))
  const versioned = async (id: string) => ({ id, version: (await seen(id)).version })
  const list = { from: 0, count: 2 }
  const payouts = [await versioned(one)]
  okay(await ana.post('/api/act-jobs', { act: 'submit', batchId, list, payouts }))
  for (const id of payoutIds) okay(await step(ana, await seen(id), 'submit'))
  const { lines } = await lookThrough(bruno, batchId)
  const approving = actIn(await beginAct(bruno, batchId, listOf(lines, ['duplicate_payout'])))
  okay(await bruno.get(`/api/jobs?kind=approval&batchId=${batchId}`))
  await runAct(bruno, approving.id)
  okay(await bruno.post(`/api/jobs/${approving.id}/undo`, {}))
  await runAct(bruno, approving.id)
  await approve(bruno, { id: other })
  okay(await bruno.post('/api/exports', { payoutIds: [other], format: 'json', again: false }))
  const outcomes = [{ payoutId: other, outcome: 'paid', words: 'Paid' }]
  okay(await bruno.post('/api/outcome-jobs', { list: whole, outcomes }))
}

/** A link by which a payee gives their details, once for each of its ends. */
export async function detailsLinks(app: TestApp, { ana, bruno }: Two, name: string): Promise<void> {
  const path = '/api/details-links'
  for (const end of ['accept', 'return', 'refuse'] as const) {
    const body = { name: `${name} ${end}`, language: 'pt-BR' }
    const { url, details } = newDetailsLinkSchema.parse(okay(await ana.post(path, body)))
    const link = { id: details.id, secret: url.split('#')[1] ?? '' }
    const submission = { ...link, submissionId: crypto.randomUUID(), entry: detailsOf(`${name} ${end}`) }
    await request(`${app.detailsUrl}/api/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(submission),
    })
    const came = submissionSchema.parse(okay(await bruno.post(`${path}/${link.id}/submission`, {})))
    const seen = { submissionId: came.submissionId }
    const comment = end === 'return' ? { comment: 'Which account?' } : {}
    await confirming((confirmed) =>
      bruno.post(`${path}/${link.id}/${end}`, { ...seen, ...comment, ...(end === 'accept' && { confirmed }) }),
    )
  }
  const { details } = newDetailsLinkSchema.parse(okay(await ana.post(path, { name, language: 'en' })))
  okay(await ana.post(`${path}/${details.id}/extend`, { days: 7 }))
  okay(await ana.post(`${path}/${details.id}/renew`, {}))
  okay(await ana.delete(`${path}/${details.id}`))
}
