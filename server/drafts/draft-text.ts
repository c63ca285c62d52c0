import type { Encryption } from '../store/encryption/encryption.ts'
import { decryptOwned, encryptOwned } from '../store/encryption/owned.ts'
import type { DraftRow } from './draft-rows.ts'

/** The content of a person's unfinished form, as its column has it: with whose it is, and of what. */
export function draftContent(
  encryption: Encryption,
  row: Pick<DraftRow, 'id' | 'kind' | 'subject_id'>,
  personId: string,
  text: string,
): string {
  return encryptOwned(encryption, text, placeOf(row.id), ownerOf(row, personId))
}

/** Undefined where it is not the person's, whatever its row says, or was changed past the app. */
export function draftText(encryption: Encryption, row: DraftRow, personId: string): string | undefined {
  if (row.person_id !== personId) return undefined
  return decryptOwned(encryption, row.content_encrypted, placeOf(row.id), ownerOf(row, personId))
}

function ownerOf({ kind, subject_id }: Pick<DraftRow, 'kind' | 'subject_id'>, personId: string): string {
  return JSON.stringify([personId, kind, subject_id])
}

function placeOf(id: string) {
  return { table: 'drafts', id, column: 'content_encrypted' } as const
}
