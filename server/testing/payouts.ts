import type { WarningConfirmations } from '#shared/api/entry.ts'
import { type ReceivedIssue, warningId } from '#shared/api/issue.ts'
import {
  type Payout,
  type PayoutWrite,
  payoutSchema,
  type RevealedPayout,
  revealedPayoutSchema,
  type SavedPayout,
  savedPayoutSchema,
} from '#shared/api/payout.ts'
import { type SampleEntry, sampleEntries } from '#shared/testing/sample-entries.ts'
import type { Answer, Visitor } from './test-app.ts'

/** A payout write whose entry can be looked into. */
export interface SampleWrite extends PayoutWrite {
  readonly entry: Record<string, string | boolean>
}

/** What a program sends for a sample entry; `changes` over it. */
export function payoutWrite(sample: SampleEntry = brazil, changes: Partial<SampleWrite> = {}): SampleWrite {
  return { entry: { method: sample.method.id, ...sample.entry }, confirmed: [], submit: false, ...changes }
}

/** The same with other fields. */
export function changed(write: SampleWrite, entry: SampleWrite['entry']): SampleWrite {
  return { ...write, entry: { ...write.entry, ...entry } }
}

export const brazil = sampleNamed('Brazil')

/** The first sample of a country. */
export function sampleNamed(country: string): SampleEntry {
  const sample = sampleEntries.find(({ name }) => name.startsWith(country))
  if (sample === undefined) throw new Error(`There is no sample of ${country}.`)
  return sample
}

/** The answer as a payout; any other ends the test with its text. */
export function payoutIn({ status, json, text }: Answer): Payout {
  if (status >= 300) throw new Error(`answered ${status}: ${text}`)
  return payoutSchema.parse(json)
}

/** Enters a payout, with its warnings confirmed. */
export async function enter(person: Visitor, write: PayoutWrite = payoutWrite()): Promise<Payout> {
  const confirmed = [...write.confirmed, ...(await confirming(person, { ...write, beneficiary: undefined }))]
  const key = { 'idempotency-key': crypto.randomUUID() }
  return payoutIn(await person.post('/api/payouts', { ...write, confirmed }, key))
}

export async function reveal(person: Visitor, id: string): Promise<RevealedPayout> {
  const { status, json, text } = await person.post(`/api/payouts/${id}/reveal`, {})
  if (status >= 300) throw new Error(`answered ${status}: ${text}`)
  return revealedPayoutSchema.parse(json)
}

/** Takes a step with a payout as it was seen. */
export function step(
  person: Visitor,
  seen: Pick<Payout, 'id' | 'version'>,
  act: string,
  body: object = {},
): Promise<Answer> {
  return person.post(`/api/payouts/${seen.id}/${act}`, body, { 'if-match': `"${seen.version}"` })
}

/** Looks at a payout and approves what was shown. */
export async function approve(person: Visitor, { id }: Pick<Payout, 'id'>): Promise<Payout> {
  const { version, requestHash, warningsHash, warnings } = await reveal(person, id)
  const approval = { requestHash, warningsHash, confirmed: confirmedWithReason(warnings) }
  return payoutIn(await step(person, { id, version }, 'approve', approval))
}

/** Warnings as a person confirms them who gives a reason for each. */
export function confirmedWithReason(warnings: readonly ReceivedIssue[]): WarningConfirmations {
  return warnings.map((warning) => ({ warningId: warningId(warning), reason: 'Seen on paper' }))
}

/** Confirms all that saving a payout would raise. */
export async function confirming(
  person: Visitor,
  { entry, beneficiary, replaces }: PayoutWrite,
): Promise<WarningConfirmations> {
  const named = beneficiary && 'id' in beneficiary ? { beneficiaryId: beneficiary.id } : {}
  const question = { entry, ...named, ...(replaces && { replaces }) }
  return confirmedIn(await person.post('/api/payout-warnings', question))
}

/** The warnings that an answer lists, as a page confirms them. */
export function confirmedIn({ json }: Pick<Answer, 'json'>): WarningConfirmations {
  const warnings = typeof json === 'object' && json !== null && 'warnings' in json ? json.warnings : undefined
  if (!Array.isArray(warnings)) throw new Error('the answer lists no warnings')
  return warnings.map(({ id }) => ({ warningId: String(id) }))
}

/** The same of an answer to who saves. */
export function savedIn({ status, json, text }: Answer): SavedPayout {
  if (status >= 300) throw new Error(`answered ${status}: ${text}`)
  return savedPayoutSchema.parse(json)
}
