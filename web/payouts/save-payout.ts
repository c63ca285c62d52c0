import { type Payout, payoutSchema } from '#shared/api/payout.ts'
import { postJson, putJson } from '../app/api.ts'
import type { FormState } from './form-store.ts'
import type { OpenedForm } from './opened-form.ts'
import type { SavedContent } from './saved-content.ts'

export interface SaveWish {
  /** Sent to review at once; else saved as a draft. */
  readonly submit: boolean
}

/** Saves the payout as the form shows it. Pressed twice, or sent again after a lost answer, it is saved once. */
export async function savePayout(
  { autosave, payoutId }: OpenedForm,
  kept: SavedContent,
  { rules, country, values }: FormState,
  { submit }: SaveWish,
): Promise<Payout> {
  const { chosenBeneficiary, confirmed, payoutVersion, intentId } = kept.get()
  const write = {
    ...(chosenBeneficiary && { beneficiary: chosenBeneficiary }),
    entry: rules.entryToSave(country, values),
    confirmed,
    submit,
  }
  const body = { ...write, draft: { id: autosave.id(), revision: autosave.revision() } }
  if (payoutId === undefined) {
    const idempotencyKey = await intentKey(intentId ?? autosave.id(), write)
    return postJson('/api/payouts', body, payoutSchema, { idempotencyKey })
  }
  if (payoutVersion === undefined) throw new Error('An edit says which version it follows')
  return (await putJson(`/api/payouts/${payoutId}`, body, payoutSchema, { version: payoutVersion })).value
}

/** One form with one content is one intent, in whichever tab, after whatever reload, and however often its draft has forked. */
export async function intentKey(intentId: string, write: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(write))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `${intentId}.${[...digest.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
