import { setTimeout as pause } from 'node:timers/promises'
import { type Client, connect, orThrow, type PayoutEntry } from './client.ts'
import { eventsSince } from './events.ts'
import { invoices } from './invoices.ts'
import { payByProvider, requestsIn } from './provider.ts'
import { receiveWebhooks } from './webhooks.ts'

const { PAYOUT_DESK = '', PAYOUT_DESK_TOKEN = '', WEBHOOK_SECRET, PORT, POLL_SECONDS = '60' } = process.env
const client = connect(PAYOUT_DESK, PAYOUT_DESK_TOKEN)
const webhooks = WEBHOOK_SECRET === undefined ? undefined : receiveWebhooks(Number(PORT), WEBHOOK_SECRET)

/** The invoices that are not settled yet, by the id of their payout. */
const open = new Map<string, string>()
for (const invoice of invoices) {
  const id = await enter(client, invoice)
  if (id !== undefined) open.set(id, invoice.externalReference)
}

const events = eventsSince(client, 'cursor.txt', async () => {
  await Promise.race([pause(Number(POLL_SECONDS) * 1_000), ...(webhooks === undefined ? [] : [webhooks.next()])])
})
if (open.size > 0)
  for await (const { type, data } of events) {
    const { id } = data.thing
    const reference = open.get(id)
    if (type === 'export.created') await settle(client, id)
    if (reference !== undefined && type === 'payout.returned')
      console.log(`${reference} was returned: a person corrects it in Payout Desk`)
    if (reference !== undefined && type === 'payout.outcome_recorded') {
      console.log(`${reference} is ${data.outcome}`)
      open.delete(id)
    }
    if (open.size === 0) break
  }
webhooks?.close()

/** Enters a payout for review; answers its id while it has no outcome. The number of the invoice is its Idempotency-Key: however often this runs, it is entered once. */
async function enter(client: Client, entry: PayoutEntry & { readonly externalReference: string }) {
  const reference = entry.externalReference
  const { data, error } = await client.POST('/api/payouts', {
    params: { header: { 'Idempotency-Key': `invoice-${reference}` } },
    body: { entry, confirmed: [], submit: true },
  })
  if (error?.code === 'WARNINGS_UNCONFIRMED' || error?.code === 'FIELDS_INVALID') {
    console.log(`${reference} was not entered: ${error.detail}`)
    return undefined
  }
  const { id } = orThrow({ data, error })
  const { state, outcome } = orThrow(await client.GET('/api/payouts/{id}', { params: { path: { id } } }))
  console.log(`${reference} is ${outcome ?? state}`)
  return outcome === null ? id : undefined
}

/** Fetches what was approved, has it paid, and reports what became of it. An export that was settled before is not paid again. */
async function settle(client: Client, id: string): Promise<void> {
  const file = await client.GET('/api/exports/{id}/file', {
    params: { path: { id }, query: { format: 'json' } },
    parseAs: 'text',
  })
  const wanted = new Set(open.values())
  const requests = requestsIn(orThrow(file)).filter(({ externalReference }) => wanted.has(externalReference))
  if (requests.length === 0) return
  const outcomes = await payByProvider(id, requests)
  orThrow(await client.POST('/api/outcomes', { body: { outcomes } }))
}
