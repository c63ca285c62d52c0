import type { Encryption } from '../store/encryption/encryption.ts'
import { decryptOwned, encryptOwned } from '../store/encryption/owned.ts'
import type { DraftRow } from './draft-rows.ts'

/** The content of a person's unfinished form, as its column has it. */
export function draftContent(encryption: Encryption, id: string, personId: string, text: string): string {
  return encryptOwned(encryption, text, placeOf(id), personId)
}

/** Undefined where it is not the person's, whatever its row says, or was changed past the app. */
export function draftText(
  encryption: Encryption,
  { id, person_id, content_encrypted }: DraftRow,
  personId: string,
): string | undefined {
  return person_id === personId ? decryptOwned(encryption, content_encrypted, placeOf(id), personId) : undefined
}

function placeOf(id: string) {
  return { table: 'drafts', id, column: 'content_encrypted' } as const
}
