import { type CellAddress, type Encryption, MissingKeyError } from './encryption.ts'

/**
 * Encrypts what one person alone may see. Whose it is, is encrypted with it: a writer to the database can give the row to another person,
 * and then it opens for no one. It is no part of the place, which a new data key has to know of every row.
 */
export function encryptOwned(encryption: Encryption, text: string, place: CellAddress, owner: string): string {
  return encryption.encrypt(JSON.stringify([owner, text]), place)
}

/** Undefined where it is another person's, or was changed past the app. @throws MissingKeyError */
export function decryptOwned(
  encryption: Encryption,
  encrypted: string,
  place: CellAddress,
  owner: string,
): string | undefined {
  try {
    const [own, text]: [unknown, unknown] = JSON.parse(encryption.decrypt(encrypted, place))
    return own === owner && typeof text === 'string' ? text : undefined
  } catch (error) {
    if (error instanceof MissingKeyError) throw error
    return undefined
  }
}
