import { removeDraft } from '../store/draft-rows.ts'
import type { Transaction } from '../store/store.ts'

/** How a write names the unfinished form that it ends. */
interface NamesDraft {
  readonly draftId?: string | undefined
  readonly draftRevision?: number | undefined
}

/**
 * Removes the unfinished form that a write ends, within that write. What was kept after the revision that the write was made from
 * stays; nothing happens where there is none, no revision is named, or it is another person's.
 */
export async function endDraft(
  { db }: Transaction,
  personId: string,
  { draftId: id, draftRevision: revision }: NamesDraft,
): Promise<void> {
  if (id !== undefined && revision !== undefined) await removeDraft(db, { id, personId, revision })
}

/** What a write is meant to do: from which unfinished form it is sent makes no other intent of it. */
export function intentIn<Write extends NamesDraft>(write: Write) {
  const { draftId: _id, draftRevision: _revision, ...intent } = write
  return intent
}
