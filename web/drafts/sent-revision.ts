import * as z from 'zod/mini'
import { keepInTab, readFromTab } from '../state/tab-storage.ts'

const key = 'payout-desk:draft-sent'

const sentSchema = z.object({ id: z.string(), revision: z.number() })

/** Notes that this tab has sent a revision; a reload then knows what to wait for. It says nothing of what is in it. */
export function noteSent(id: string, revision: number): void {
  keepInTab(key, { id, revision })
}

/** The newest revision of a draft that this tab has sent, if it was the last one; else 0. */
export function sentRevision(id: string): number {
  const sent = sentSchema.safeParse(readFromTab(key))
  return sent.success && sent.data.id === id ? sent.data.revision : 0
}
