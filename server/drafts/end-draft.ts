import { removeDraft } from '../store/draft-rows.ts'
import type { Transaction } from '../store/store.ts'

/** Removes the unfinished form that a write ends, within that write; nothing happens when there is none, or it is another person's. */
export function endDraft({ db }: Transaction, personId: string, draftId: string): Promise<void> {
  return removeDraft(db, personId, draftId)
}
