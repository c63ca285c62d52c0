import { randomUUID } from 'node:crypto'
import { filledFields } from '#shared/payout/entry.ts'
import { beneficiaryEntry } from '../entry/entry-columns.ts'
import type { Store } from '../store/store.ts'
import { named } from './beneficiaries.ts'
import { approve, payoutIn } from './payouts.ts'
import type { Answer, Visitor } from './test-app.ts'

/** What a person wants done once: a new beneficiary, paid and exported. Begun again, it goes on where it stopped. */
export interface Journey {
  readonly key: string
  /** Who enters it: a person can have at most 200 unfinished forms. */
  readonly clerk: string
  readonly lastName: string
  readonly draftId: string
}

/** What the app can acknowledge on the way. */
export const deeds = ['beneficiary', 'edit', 'draft', 'payout', 'approval', 'export'] as const

export type Deed = (typeof deeds)[number]

/** Which things each deed was done to, by id. */
export type Done = Readonly<Record<Deed, Set<string>>>

export function nothingDone(): Done {
  return {
    beneficiary: new Set(),
    edit: new Set(),
    draft: new Set(),
    payout: new Set(),
    approval: new Set(),
    export: new Set(),
  }
}

export function newJourney(number: number): Journey {
  const clerk = `Ana ${letters(Math.floor(number / 100))}`
  return { key: `journey-${number}`, clerk, lastName: `Ka${letters(number)}`, draftId: randomUUID() }
}

/** Letters alone, as a name has no digits without a warning. */
function letters(number: number): string {
  return [...number.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('')
}

const city = 'Tamale'

/** Goes all the way, and notes each deed once it is acknowledged. One person enters, another approves. */
export async function travel(
  visitorOf: (name: string) => Visitor,
  journey: Journey,
  note: (deed: Deed, id: string) => void,
): Promise<void> {
  const { key, clerk, lastName, draftId } = journey
  const enterer = visitorOf(clerk)
  const entry = { ...filledFields(named('Kofi', lastName)), accountNumber: key, phone: '+233 20 123 4567' }
  const entered = await enterer.post('/api/beneficiaries', { entry, confirmed: [] }, keyed(`${key}-b`))
  const id = idIn(expectStatus(entered, 201))
  note('beneficiary', id)
  // 412: it was done when the answer was cut off.
  const edited = { entry: { ...entry, city }, confirmed: [] }
  expectStatus(await enterer.put(`/api/beneficiaries/${id}`, edited, { 'if-match': '"1"' }), 200, 412)
  note('edit', id)
  const draft = { kind: 'beneficiary', subjectId: id, content: { lastName } }
  expectStatus(await enterer.put(`/api/drafts/${draftId}`, draft, { 'if-none-match': '*' }), 200, 201, 412)
  note('draft', draftId)
  const write = { entry: { amount: '1500' }, beneficiary: { id, version: 2 }, confirmed: [], submit: true }
  const payout = payoutIn(await enterer.post('/api/payouts', write, keyed(`${key}-p`)))
  note('payout', payout.id)
  if (payout.state === 'in_review') await approve(visitorOf('Bruno Lima'), payout)
  note('approval', payout.id)
  const selection = { payoutIds: [payout.id], format: 'json', again: false }
  expectStatus(await enterer.post('/api/exports', selection, keyed(`${key}-x`)), 201)
  note('export', payout.id)
}

function keyed(key: string): Record<string, string> {
  return { 'idempotency-key': key }
}

function expectStatus(answer: Answer, ...statuses: readonly number[]): Answer {
  if (!statuses.includes(answer.status)) throw new Error(`answered ${answer.status}: ${answer.text}`)
  return answer
}

/** Whether the app refused something, rather than not answering. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('answered ')
}

function idIn({ json }: Answer): string {
  if (typeof json === 'object' && json !== null && 'id' in json && typeof json.id === 'string') return json.id
  throw new Error('answered without an id')
}

/** What the database says was done. */
export async function doneIn(store: Store): Promise<Done> {
  const { db } = store
  const beneficiaries = await db.selectFrom('beneficiaries').selectAll().execute()
  const drafts = await db.selectFrom('drafts').select('id').execute()
  const payouts = await db.selectFrom('payouts').select(['id', 'state', 'decided_by']).execute()
  const exported = await db
    .selectFrom('export_payouts')
    .innerJoin('exports', 'exports.id', 'export_payouts.export_id')
    .select('payout_id as id')
    .execute()
  const marked = new Set(idsOf(payouts.filter(({ state }) => state === 'exported')))
  if (exported.length !== marked.size) throw new Error('a payout was exported twice, or marked and not exported')
  return {
    beneficiary: new Set(idsOf(beneficiaries)),
    edit: new Set(
      idsOf(beneficiaries.filter((row) => row.version === 2 && beneficiaryEntry(store, row).city === city)),
    ),
    draft: new Set(idsOf(drafts)),
    payout: new Set(idsOf(payouts)),
    approval: new Set(idsOf(payouts.filter(({ decided_by }) => decided_by !== null))),
    export: new Set(idsOf(exported).filter((id) => marked.has(id))),
  }
}

function idsOf(rows: readonly { readonly id: string }[]): readonly string[] {
  return rows.map(({ id }) => id)
}
