import { type Payout, payoutSchema } from '#shared/api/payout.ts'
import { detailsOf, termsOf } from '#shared/payout/details.ts'
import { postJson, putJson } from '../app/api.ts'
import type { FormState } from './form-store.ts'
import type { KeptContent } from './kept-content.ts'
import type { OpenedForm } from './opened-form.ts'

export interface SaveWish {
  /** Sent to review at once; else saved as a draft. */
  readonly submit: boolean
}

/** Saves the payout as the form shows it. Pressed twice, or sent again after a lost answer, it is saved once. */
export async function savePayout(
  { keeper, payoutId }: OpenedForm,
  kept: KeptContent,
  { country, values }: FormState,
  { submit }: SaveWish,
): Promise<Payout> {
  const { fromBook, confirmed, payoutVersion } = kept.get()
  await keeper.flush()
  const body = {
    ...(fromBook && { beneficiary: fromBook }),
    details: detailsOf(country, values),
    terms: termsOf(values),
    confirmed,
    submit,
    draftId: keeper.id(),
  }
  if (payoutId === undefined) {
    const idempotencyKey = await intentKey(keeper.id(), body)
    return postJson('/api/payouts', body, payoutSchema, { idempotencyKey })
  }
  return (await putJson(`/api/payouts/${payoutId}`, body, payoutSchema, { version: payoutVersion ?? 1 })).value
}

/** One draft with one content is one intent, in whichever tab and after whatever reload. */
export async function intentKey(draftId: string, body: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `${draftId}.${[...digest.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
